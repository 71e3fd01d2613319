import type { ClientRequest } from 'node:http';
import { OutwardError } from './failures.ts';

/** Maximum bytes of a response's headers. */
export const LONGEST_HEAD = 16 * 1024;

/** Maximum bytes of a connection before the response, such as interim responses (1xx) and empty lines. */
const MOST_BEFORE = 256 * 1024;

/** Milliseconds between looks at how much a connection has brought. */
const LOOK_EVERY = 50;

/**
 * Ends a request whose connection brings more bytes than its answer can have. HTTP has places that no parser limits,
 * which would occupy the process until a deadline.
 */
export function limitConnectionBytes(request: ClientRequest, mostOfBody: number): void {
  let most = MOST_BEFORE;
  request.once('response', () => (most += mostOfBody));
  request.once('socket', (socket) => {
    const before = socket.bytesRead;
    const timer = setInterval(() => {
      if (socket.bytesRead - before <= most) return;
      clearInterval(timer);
      request.destroy(new OutwardError('no_http', 'It sent more around its answer than any answer needs.'));
    }, LOOK_EVERY).unref();
    request.once('close', () => clearInterval(timer));
  });
}
