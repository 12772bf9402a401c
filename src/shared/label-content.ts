/** What of an order stands on its label. */

/** When it changes after printing, the label on the shelf is stale. */
export interface LabelContent {
  recipient: string;
  address: string;
  packages: string;
  courier: string;
}

export type LabelPart = keyof LabelContent;
