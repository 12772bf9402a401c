/**
 * The log: what support people need, and never a key, a link or a person's data. Callers pass codes and counts;
 * redaction here is the second net.
 */

export interface Log {
  info(text: string): void;
  warn(text: string): void;
}

const secrets = new Set<string>();

/** A key's beginning is taken out too, where the key is long enough that nothing else begins so. */
const beginning = 8;

/** From now on this value, its beginning, its base64 and its url-encoded forms are taken out of every line. */
export function redact(secret: string): void {
  if (secret.length < 6) return;
  const encoded = [secret, `${secret}:`].flatMap((text) => {
    const bytes = Buffer.from(text);
    return [bytes.toString('base64'), bytes.toString('base64url')];
  });
  const forms = [secret, encodeURIComponent(secret), ...encoded, ...encoded.map(encodeURIComponent)];
  if (secret.length >= 2 * beginning) forms.push(secret.slice(0, beginning));
  for (const form of forms) secrets.add(form);
}

/** A line as it may be written. */
export function redacted(line: string): string {
  let safe = line.replaceAll(/(Basic|Bearer|Negotiate|NTLM)\s+[\w+/=~.-]+/gi, '$1 [key]');
  // Longest first: a beginning that is taken out of a key would leave the rest of it.
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) safe = safe.replaceAll(secret, '[key]');
  // A proxy's address may hold a password.
  safe = safe.replaceAll(/(https?:\/\/)[^\s/@"']+@/gi, '$1');
  return safe.replaceAll(/(https:\/\/[^\s?"']+)\?[^\s"']+/g, '$1?[query]');
}

/** @param write takes one finished line */
export function createLog(write: (level: 'info' | 'warn', line: string) => void): Log {
  return {
    info: (text) => write('info', redacted(text)),
    warn: (text) => write('warn', redacted(text)),
  };
}

/** For the log: an error's own code or name, never its whole content. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${code}: ${error.message}${cause}`;
}
