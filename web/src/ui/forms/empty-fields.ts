/** Messages for empty fields; for others the schema's message is used. */
const ASKS = new Map([
  ['name', 'Enter a name'],
  ['full_name', 'Enter a name'],
  ['title', 'Enter a title'],
  ['course_title', 'Enter a title'],
  ['email', 'Enter an e-mail'],
  ['reason', 'Enter a reason'],
  ['comment', 'Enter a comment'],
  ['text', 'Enter a text'],
]);

/** Returns the errors by field. Empty fields say what to enter. */
export function askForEmpty<Wrong>(
  errors: Record<string, Wrong>,
  values: Record<string, unknown>,
): Record<string, Wrong | string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, wrong]) => [
      field,
      isEmpty(values[field]) ? (ASKS.get(field) ?? wrong) : wrong,
    ]),
  );
}

const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === '';
