import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { literalOf } from './check-address.ts';
import type { Connections } from './connections.ts';
import { exchangeFailure, timedOut, type ExchangeFailure, type Phase } from './failures.ts';

/** Maximum bytes of a response's headers. */
export const LONGEST_HEAD = 16 * 1024;

/** Error codes if the server has closed a kept-alive connection in the meantime. */
const CLOSED_MEANWHILE = new Set(['ECONNRESET', 'EPIPE']);

type ExchangeRequest = {
  url: URL;
  headers: Record<string, string>;
  body: string;
  deadline: number;
  maxAnswerBytes: number;
  keepAlive: boolean;
  signal: AbortSignal | undefined;
};

export type ExchangeAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Text that can be stored: invalid UTF-8 and NUL are replaced by U+FFFD. */
  body: string;
  /** True if the response was longer than what was read. */
  cut: boolean;
};

/** Sends one request and reads its answer, within the deadline whatever the other side does. Follows no redirect. */
export function exchange(sent: ExchangeRequest, connections: Connections): Promise<ExchangeAnswer | ExchangeFailure> {
  const { url, headers, body, deadline, maxAnswerBytes, keepAlive, signal } = sent;
  return new Promise((resolve) => {
    let phase: Phase = literalOf(url) === undefined ? 'resolving' : 'connecting';
    let request: ClientRequest | undefined;
    let over = false;

    const end = (result: ExchangeAnswer | ExchangeFailure) => {
      over = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(result);
    };
    const giveUp = (failure: ExchangeFailure) => {
      end(failure);
      request?.destroy();
    };
    const stop = () => giveUp({ kind: 'stopped', message: 'The server was stopped before the answer came.' });
    const timer = setTimeout(() => giveUp(timedOut(phase, deadline)), deadline);
    if (signal?.aborted) return stop();
    signal?.addEventListener('abort', stop);

    const read = (response: IncomingMessage) => {
      phase = 'reading';
      const { statusCode: status = 0, headers } = response;
      const parts: Buffer[] = [];
      let length = 0;
      const answer = (cut: boolean): ExchangeAnswer => {
        const text = Buffer.concat(parts).subarray(0, maxAnswerBytes).toString('utf8');
        return { status, headers, body: text.replaceAll('\0', '\uFFFD'), cut };
      };
      response.on('data', (part: Buffer) => {
        parts.push(part);
        length += part.length;
        if (length <= maxAnswerBytes) return;
        end(answer(true));
        response.destroy();
      });
      response.on('end', () => end(answer(false)));
      response.on('error', (error) => end(exchangeFailure(error, phase, url)));
    };

    const send = (kept: boolean) => {
      const begin = url.protocol === 'https:' ? https.request : http.request;
      const agent = connections.agentFor(url, kept);
      const mine = begin(url, { method: 'POST', agent, headers, maxHeaderSize: LONGEST_HEAD });
      request = mine;
      mine.on('socket', (socket) => follow(socket, url, (next) => (phase = next)));
      mine.on('response', read);
      mine.on('error', (error) => {
        const stale = !over && mine.reusedSocket && phase === 'answering' && CLOSED_MEANWHILE.has(codeOf(error));
        if (stale) send(false);
        else end(exchangeFailure(error, phase, url));
      });
      // Covers connections that end without an error, for example because of a protocol upgrade.
      mine.on('close', () => {
        if (mine === request) end(exchangeFailure(new Error('closed'), phase, url));
      });
      mine.end(body);
    };
    send(keepAlive);
  });
}

/** Reports the phase of a new connection. A reused one waits for the response at once. */
function follow(socket: Socket, { protocol }: URL, at: (phase: Phase) => void): void {
  if (!socket.connecting) return at('answering');
  socket.once('lookup', () => at('connecting'));
  socket.once('connect', () => at(protocol === 'https:' ? 'securing' : 'answering'));
  socket.once('secureConnect', () => at('answering'));
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
