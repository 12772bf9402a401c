/** What the simulated services hold, and what they answer. */
export type Body = Record<string, unknown>;

export interface Held extends Body {
  id: string;
}

export interface Answer {
  status: number;
  value: unknown;
  code?: string;
}

/** What tells the records of one thing typed from all others, without its marker. */
export function tagOf(record: Body): string {
  const recipient = record['recipient'] as Body | undefined;
  return String(recipient?.['name'] ?? record['title'] ?? record['email'] ?? record['id']);
}
