/** Messages for schema issues that a dispatcher can act on. */
import type { z } from 'zod';
import { t } from '../../messages/index.ts';

/** Schema rules with their own message (shapes.ts, addressInput). */
const rules: Readonly<Record<string, 'stopForm.addressNeeded' | 'stopForm.coordinatesBoth'>> = {
  'address-needed': 'stopForm.addressNeeded',
  'coordinates-both': 'stopForm.coordinatesBoth',
};

/** Fields typed in another unit than sent: sent units per typed unit. */
const perUnit: Readonly<Record<string, number>> = { durationMinutes: 60 };

/**
 * @param issue as reported by zod
 * @param field the form field that shows the message
 */
export function issueText(issue: z.core.$ZodIssue, field: string): string {
  const unit = perUnit[field] ?? 1;
  switch (issue.code) {
    case 'too_big': {
      const most = Number(issue.maximum);
      if (issue.origin === 'string') return t('stopForm.tooLong', { count: most });
      if (issue.origin === 'array') return t('stopForm.tooMany', { count: most });
      if (field === 'paymentAmount') return t('stopForm.amountTooLarge');
      return t('stopForm.tooLarge', { most: most / unit });
    }
    case 'too_small': {
      if (issue.origin === 'string' || issue.origin === 'array') return t('stopForm.needed');
      if (field === 'paymentAmount') return t('stopForm.amountTooSmall');
      return t('stopForm.tooSmall', { least: Number(issue.minimum) / unit });
    }
    case 'not_multiple_of':
      return t('stopForm.twoDecimals');
    case 'invalid_type':
      return issue.expected === 'int' ? t('stopForm.wholeNumber') : t('stopForm.invalid');
    case 'invalid_key':
    case 'invalid_element':
      return t('stopForm.propertyTooLong');
    case 'custom': {
      const words = rules[String(issue.params?.['rule'])];
      return t(words ?? 'stopForm.invalid');
    }
    default:
      return t('stopForm.invalid');
  }
}
