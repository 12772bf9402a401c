/** The bare segment of an id: `plans/abc` → `abc`. */
export function bareId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
