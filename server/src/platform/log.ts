import { randomUUID } from 'node:crypto';
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Names of fields whose values must never be logged, at any depth. */
const SECRETS = ['authorization', 'cookie', 'set-cookie', 'token', 'password', 'secret', 'key', 'client_secret'];

/** Flushed when the process exits. */
const destinations = new Set<ReturnType<typeof pino.destination>>();

/**
 * Creates a logger that writes one JSON object per line to stderr; stdout is for users and for the output of commands.
 * Lines are buffered for at most half a second and flushed when the process exits, because a write per line would cost
 * a request more than its log line.
 */
export function createLog(level: string): Log {
  const destination = pino.destination({ fd: 2, sync: false, minLength: 8_192, periodicFlush: 500 });
  // If the disk is full, log lines are lost, but the process must go on.
  destination.on('error', () => undefined);
  if (destinations.size === 0) process.once('exit', () => destinations.forEach((each) => each.flushSync()));
  destinations.add(destination);
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

/** Creates the id that appears in each error body and log line of a request. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll('-', '')}`;
}
