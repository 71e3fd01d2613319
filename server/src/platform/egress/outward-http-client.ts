import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { checkAddressText, type AddressCheckResult, ipLiteralOf } from './check-address.ts';
import { type ConnectionAgents, createConnectionAgents } from './connection-agents.ts';
import { type ExchangeFailure, exchangeFailureOf, type RequestPhase, createTimeoutFailure } from './failures.ts';
import { createPermittedLookup, type ResolveHost, createDnsResolver } from './resolve-host.ts';
import { type AddSpanAttributes, runInSpan } from '../tracing/spans.ts';
import type { OutwardPolicy } from './outward-policy.ts';
import { fetchOutward } from './fetch-outward.ts';
import { limitConnectionBytes, LONGEST_HEAD } from './response-limits.ts';

/** Bytes of a connection per byte of its body, if each is a chunk of its own, and a little more. */
const CHUNKED = 8;

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

type ExchangeAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  /** Text that can be stored: invalid UTF-8 and NUL are replaced by U+FFFD. */
  body: string;
  /** True if the response was longer than what was read. */
  cut: boolean;
};

/** Sends one request and reads its answer, within the deadline whatever the other side does. Follows no redirect. */
function exchange(sent: ExchangeRequest, connections: ConnectionAgents): Promise<ExchangeAnswer | ExchangeFailure> {
  const { url, headers, body, deadline, maxAnswerBytes, keepAlive, signal } = sent;
  return new Promise((resolve) => {
    let phase: RequestPhase = ipLiteralOf(url) === undefined ? 'resolving' : 'connecting';
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
    const timer = setTimeout(() => giveUp(createTimeoutFailure(phase, deadline)), deadline);
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
      response.on('error', (error) => end(exchangeFailureOf(error, phase, url)));
    };

    const send = (kept: boolean) => {
      const begin = url.protocol === 'https:' ? https.request : http.request;
      const agent = connections.agentFor(url, kept);
      const mine = begin(url, { method: 'POST', agent, headers, maxHeaderSize: LONGEST_HEAD });
      request = mine;
      mine.on('socket', (socket) => follow(socket, url, (next) => (phase = next)));
      mine.on('response', read);
      limitConnectionBytes(mine, maxAnswerBytes * CHUNKED);
      mine.on('error', (error) => {
        const stale = !over && mine.reusedSocket && phase === 'answering' && CLOSED_MEANWHILE.has(codeOf(error));
        if (stale) send(false);
        else end(exchangeFailureOf(error, phase, url));
      });
      // Covers connections that end without an error, for example because of a protocol upgrade.
      mine.on('close', () => {
        if (mine === request) end(exchangeFailureOf(new Error('closed'), phase, url));
      });
      mine.end(body);
    };
    send(keepAlive);
  });
}

/** Reports the phase of a new connection. A reused one waits for the response at once. */
function follow(socket: Socket, { protocol }: URL, at: (phase: RequestPhase) => void): void {
  if (!socket.connecting) return at('answering');
  socket.once('lookup', () => at('connecting'));
  socket.once('connect', () => at(protocol === 'https:' ? 'securing' : 'answering'));
  socket.once('secureConnect', () => at('answering'));
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

/** Milliseconds for a whole request, from the DNS lookup to the end of the response. */
const DEADLINE = 15_000;

/** Maximum bytes read of a response. */
const LONGEST_ANSWER = 64 * 1024;

type OutwardRequest = {
  /** Address as typed by the user. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Milliseconds. */
  deadline?: number;
  maxAnswerBytes?: number;
  signal?: AbortSignal;
  /**
   * Reuses a connection of an earlier request. If the server has closed it in the meantime, the request is sent again
   * on a new one, so use it only for requests that may arrive twice.
   */
  keepAlive?: boolean;
};

/** Response to a request. @property ms Duration in milliseconds. */
export type OutwardResponse = ExchangeAnswer & { failure?: never; ms: number };

/** Result of a request without a response. The message says what to do. */
export type OutwardFailure = { failure: ExchangeFailure; ms: number };

type Options = {
  /** Resolves names; uses DNS if absent. */
  resolve?: ResolveHost;
  /** Certificate authority to trust; the public ones if absent. */
  ca?: string;
};

/**
 * Sends requests to addresses that users typed, without letting them reach private networks. All such requests go
 * through this class.
 */
export class OutwardHttpClient {
  readonly #policy: OutwardPolicy;
  readonly #connections: ConnectionAgents;

  constructor(policy: OutwardPolicy, { resolve = createDnsResolver(), ca }: Options = {}) {
    this.#policy = policy;
    this.#connections = createConnectionAgents((protocol) => createPermittedLookup(resolve, policy, protocol), ca);
  }

  /** Checks an address without sending anything, for forms. */
  check(address: string): AddressCheckResult {
    return checkAddressText(address, this.#policy);
  }

  /** Sends a POST request. Never throws. Any status counts as a response; redirects aren't followed. */
  async post(request: OutwardRequest): Promise<OutwardResponse | OutwardFailure> {
    const began = performance.now();
    const post = async (describe: AddSpanAttributes) => {
      const answered = await this.#post(request);
      describe('kind' in answered ? { 'error.type': answered.kind } : { 'http.response.status_code': answered.status });
      return answered;
    };
    // Without the address: it is a customer's, and may have a secret in it.
    const result = await runInSpan('POST', { 'http.request.method': 'POST' }, post, 'client');
    const ms = Math.round(performance.now() - began);
    return 'kind' in result ? { failure: result, ms } : { ...result, ms };
  }

  /**
   * Returns a `fetch` for addresses that users typed. It reads no further than its caller does, follows no redirect and
   * accepts no compression, and sends each request on a connection of its own.
   */
  get fetch(): typeof fetch {
    return (input, init) => fetchOutward(input, init, (address) => this.check(address), this.#connections);
  }

  /** Closes idle connections. */
  close(): void {
    this.#connections.close();
  }

  async #post(request: OutwardRequest): Promise<ExchangeAnswer | ExchangeFailure> {
    const { url, problem } = this.check(request.url);
    if (!url) return { kind: 'address', message: `The address ${firstSmall(problem)}.` };
    const { headers, body, deadline = DEADLINE, maxAnswerBytes = LONGEST_ANSWER, keepAlive = false, signal } = request;
    return exchange({ url, headers, body, deadline, maxAnswerBytes, keepAlive, signal }, this.#connections);
  }
}

function firstSmall(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
