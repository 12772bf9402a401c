/** Must fail lint: the outbox is given its scheduler. */
export const later = (task: () => void) => setTimeout(task, 1_000);
