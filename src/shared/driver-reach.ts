/**
 * By what a driver is recognised: the service gives drivers no number of the sender's (outbox, By operation). It may
 * write an email in small letters, and a phone is the same with and without its country's code.
 *
 * @returns a key for the email and one for the phone, where there is one; two drivers who share a key may be one
 */
export function reachKeys({ email, phone }: { email?: unknown; phone?: unknown }): string[] {
  const mail = typeof email === 'string' ? email.trim().toLowerCase() : '';
  const digits = typeof phone === 'string' ? phone.replaceAll(/\D/g, '').replace(/^00/, '') : '';
  return [...(mail === '' ? [] : [mail]), ...(digits.length < 6 ? [] : [`phone ${digits.slice(-8)}`])];
}
