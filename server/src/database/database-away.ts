/** SQLSTATE classes of a connection that is gone or refused, and what Node says of a socket that is. */
const AWAY = /^(08|28|3D000|53|55000|57P0|ECONN|ENOENT$|EPIPE$|ETIMEDOUT$|EAI_AGAIN$|ENOTFOUND$)/;

/** Whether an error says that the database could not be reached, or went away in the middle. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && AWAY.test(String(error.code))) return true;
  if (/Connection terminated|Query read timeout|Client has encountered a connection error/.test(error.message)) {
    return true;
  }
  return error.cause !== undefined && error.cause !== error && isDatabaseAway(error.cause);
}
