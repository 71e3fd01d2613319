/** Returns true if an error means that another row already has a unique value. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && error.code === '23505') return true;
  return error.cause !== error && isUniqueViolation(error.cause);
}
