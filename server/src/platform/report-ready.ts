import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from './log.ts';

/** Milliseconds. The server already answers requests while it waits. */
const PATIENCE = 5_000;

/**
 * Tells systemd that the server is ready, if it was started with `Type=notify`. The socket takes datagrams, which Node
 * can't send, so this runs systemd-notify. A failure is only reported, because systemd then restarts the server after
 * its own timeout.
 */
export async function reportReady(log: Pick<Log, 'warn'>): Promise<void> {
  await promisify(execFile)('systemd-notify', ['--ready'], { timeout: PATIENCE }).catch((error: unknown) => {
    log.warn({ err: error }, 'systemd was not told that the server is ready');
  });
}
