/** Returns true if an error means that another row already has a unique value. */
export const isUniqueViolation = (error: unknown): boolean => isViolation(error, '23505');

/** Returns true if an error means that a row refers to one that isn't there. */
export const isForeignKeyViolation = (error: unknown): boolean => isViolation(error, '23503');

function isViolation(error: unknown, state: string): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === state) return true;
  return error.cause !== error && isViolation(error.cause, state);
}
