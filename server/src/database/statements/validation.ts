let on = false;

/**
 * Turns on validation of the responses and rows built by PostgreSQL against their schemas. Called by every process
 * outside production; in production nothing is validated.
 */
export function enableSqlResultValidation(): void {
  on = true;
}

export const isSqlResultValidationEnabled = () => on;
