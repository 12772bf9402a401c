/** Names of the parts of a label. */
import type { LabelPart } from '../../shared/label-content.ts';
import { type PlainKey, t } from '../../messages/index.ts';

const words: Readonly<Record<LabelPart, PlainKey>> = {
  recipient: 'dayClose.part.recipient',
  address: 'dayClose.part.address',
  packages: 'dayClose.part.packages',
  courier: 'dayClose.part.courier',
};

/** `recipient, address` */
export const partsText = (parts: readonly LabelPart[]): string => parts.map((part) => t(words[part])).join(', ');
