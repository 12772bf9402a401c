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
