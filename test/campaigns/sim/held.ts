/** Records and answers of the simulated services. */
export type Body = Record<string, unknown>;

export interface Held extends Body {
  id: string;
}

export interface Answer {
  status: number;
  value: unknown;
  code?: string;
}

/** Identifies the records of one input without the marker. */
export function tagOf(record: Body): string {
  const recipient = record['recipient'] as Body | undefined;
  return String(recipient?.['name'] ?? record['title'] ?? record['email'] ?? record['id']);
}
