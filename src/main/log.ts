/**
 * The log: what support people need, and never a key, a link or a person's data. Callers pass codes and counts;
 * redaction here is the second net.
 */

export interface Log {
  info(text: string): void;
  warn(text: string): void;
}

const secrets = new Set<string>();

/** From now on this value, its base64 and its url-encoded form are taken out of every line. */
export function redact(secret: string): void {
  if (secret.length < 6) return;
  for (const form of [
    secret,
    Buffer.from(secret).toString('base64'),
    Buffer.from(`${secret}:`).toString('base64'),
    encodeURIComponent(secret),
  ]) {
    secrets.add(form);
  }
}

/** A line as it may be written. */
export function redacted(line: string): string {
  let safe = line.replaceAll(/(Basic|Bearer)\s+[\w+/=~.-]+/gi, '$1 [key]');
  for (const secret of secrets) safe = safe.replaceAll(secret, '[key]');
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
