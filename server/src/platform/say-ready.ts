import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Milliseconds; who asks the server is answered meanwhile. */
const PATIENCE = 5_000;

/**
 * Tells systemd, where it started us with `Type=notify`, that we are ready. Its socket takes datagrams, which Node
 * cannot send. Where that fails systemd starts us again in its time, so it is no reason to stop.
 */
export async function sayReady(): Promise<void> {
  await promisify(execFile)('systemd-notify', ['--ready'], { timeout: PATIENCE }).catch((error: unknown) => {
    process.stderr.write(`systemd was not told that the server is ready: ${String(error)}\n`);
  });
}
