let on = false;

/**
 * Checks what PostgreSQL builds, answers and rows, against its schemas from now on. Every process that is not in
 * production turns this on; in production both pass unread.
 */
export function enableChecks(): void {
  on = true;
}

export const checksAreOn = () => on;
