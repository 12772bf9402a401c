/** Must fail lint: sync is given its clock. */
export const sentAt = () => Date.now();
