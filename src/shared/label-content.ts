/** The fields of an order that are printed on its label. */
import { z } from './schemas.ts';

/** If one of these changes after printing, the label on the shelf is stale. */
export const labelContent = z.object({
  recipient: z.string(),
  address: z.string(),
  packages: z.string(),
  courier: z.string(),
});
export type LabelContent = z.infer<typeof labelContent>;

export type LabelPart = keyof LabelContent;

/**
 * What is open about an order's label at the end of the day. doubt: it is unknown whether a page came out · stale: the
 * order changed after printing · draftPrinted: printed, but not submitted to the courier · submittedUnprinted:
 * submitted, but not printed here.
 */
export const labelIssues = ['doubt', 'stale', 'draftPrinted', 'submittedUnprinted'] as const;
export type LabelIssue = (typeof labelIssues)[number];
