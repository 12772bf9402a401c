/** The fields of an order that are printed on its label. */
import { z } from 'zod';

/** If one of these changes after printing, the label on the shelf is stale. */
export const labelContent = z.object({
  recipient: z.string(),
  address: z.string(),
  packages: z.string(),
  courier: z.string(),
});
export type LabelContent = z.infer<typeof labelContent>;

export type LabelPart = keyof LabelContent;
