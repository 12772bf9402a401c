/** Props shared by all fields with fixed choices. */
export interface ChoiceProps<Value, Option extends { value: Value; label: string }> {
  label: string;
  /** Null: nothing chosen. */
  value: Value | null;
  options: readonly Option[];
  placeholder?: string;
  error?: string | null | undefined;
  hint?: string | null | undefined;
  compact?: boolean;
  disabled?: boolean;
}

/**
 * Why the choice cannot be used now; null: it can. What a dialog offers changes while it is open: a driver may leave
 * the plan, and a plan may be deleted.
 *
 * @param none said when nothing that is offered is chosen
 */
export function whyNotChosen(
  options: readonly { value: string; description?: string; disabled?: boolean }[],
  chosen: string | null,
  none: string,
): string | null {
  const option = options.find(({ value }) => value === chosen);
  if (option === undefined) return none;
  return option.disabled === true ? (option.description ?? none) : null;
}
