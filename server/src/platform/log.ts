import { randomUUID } from 'node:crypto';
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** What must never reach the log, wherever it stands. */
const SECRETS = ['authorization', 'cookie', 'set-cookie', 'token', 'password', 'secret', 'key', 'client_secret'];

/**
 * One JSON object a line, on stderr: stdout is for people and for the commands' answers. Lines go out many at a time,
 * after half a second at the latest and before the process ends: a write for each would cost a request more than its
 * log line.
 */
export function createLog(level: string): Log {
  const destination = pino.destination({ fd: 2, sync: false, minLength: 8_192, periodicFlush: 500 });
  // A full disk loses lines; it must not end the process.
  destination.on('error', () => undefined);
  process.on('exit', () => destination.flushSync());
  return pino(
    {
      level,
      redact: {
        paths: SECRETS.flatMap((name) => [bracketed(name), `*${bracketed(name)}`, `*.headers${bracketed(name)}`]),
        censor: '[redacted]',
      },
    },
    destination,
  );
}

function bracketed(name: string): string {
  return `["${name}"]`;
}

/** The id that every error body and log line of a request repeats. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}
