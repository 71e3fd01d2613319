import { checkAddress, type CheckedAddress } from './check-address.ts';
import { openConnections, type Connections } from './connections.ts';
import { exchange, type ExchangeAnswer, LONGEST_HEAD } from './exchange.ts';
import { type ExchangeFailure, OutwardError } from './failures.ts';
import { checkingLookup, resolveByDns, type Resolve } from './resolve-host.ts';
import type { OutwardPolicy } from './targets.ts';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';

/** Statuses of responses that have no body. */
const EMPTY = new Set([204, 205, 304]);

type Init = Parameters<typeof fetch>[1];

/**
 * Sends one request and returns its response as soon as its headers are read. The caller sets the limits: `signal` ends
 * the request and its body at any time.
 * @throws OutwardError if the address isn't allowed or leads to a network that isn't; Node's error if the request
 *   fails; the signal's reason
 */
async function fetchOutward(
  input: string | URL | Request,
  init: Init,
  check: (address: string) => CheckedAddress,
  connections: Connections,
): Promise<Response> {
  const { url, problem } = check(input instanceof Request ? input.url : String(input));
  if (!url) throw new OutwardError('address', problem);
  const { method = 'GET', body, signal } = init ?? {};
  if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('Only text can be sent');
  signal?.throwIfAborted();
  const headers = { ...Object.fromEntries(new Headers(init?.headers)), 'accept-encoding': 'identity' };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const begin = url.protocol === 'https:' ? https.request : http.request;
    const agent = connections.agentFor(url, false);
    const request = begin(url, { method, agent, headers, maxHeaderSize: LONGEST_HEAD });
    const stop = () => request.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    signal?.addEventListener('abort', stop);
    request.on('response', (incoming) => {
      // The signal also ends the body; the listener goes with the connection.
      incoming.on('close', () => signal?.removeEventListener('abort', stop));
      resolve(incoming);
    });
    request.on('error', (error) => {
      signal?.removeEventListener('abort', stop);
      reject(error);
    });
    // Covers connections that end without an error, for example because of a protocol upgrade.
    request.on('close', () => reject(new Error('closed')));
    request.end(body ?? undefined);
  });
  return answerOf(response);
}

/** @throws Error if the response is compressed or has no valid status */
function answerOf(response: IncomingMessage): Response {
  const { statusCode: status = 0, headers } = response;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (status < 200 || status > 599 || encoding !== 'identity') {
    response.destroy();
    throw new Error('A response that cannot be read');
  }
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  if (!EMPTY.has(status)) return new Response(Readable.toWeb(response), { status, headers: pairs });
  response.resume();
  return new Response(null, { status, headers: pairs });
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

/** @property ms How long it took, in milliseconds. */
export type OutwardAnswer = ExchangeAnswer & { failure?: never; ms: number };

/** Nobody has answered, for a reason in words that say what to do. */
export type OutwardFailure = { failure: ExchangeFailure; ms: number };

type Options = {
  /** Resolves names; uses DNS if absent. */
  resolve?: Resolve;
  /** Certificate authority to trust; the public ones if absent. */
  ca?: string;
};

/**
 * Sends requests to addresses that users typed, without letting them reach private networks. All such requests go
 * through this class.
 */
export class Outward {
  readonly #policy: OutwardPolicy;
  readonly #connections: Connections;

  constructor(policy: OutwardPolicy, { resolve = resolveByDns(), ca }: Options = {}) {
    this.#policy = policy;
    this.#connections = openConnections((protocol) => checkingLookup(resolve, policy, protocol), ca);
  }

  /** Checks an address without sending anything, for forms. */
  check(address: string): CheckedAddress {
    return checkAddress(address, this.#policy);
  }

  /** Sends a POST request. Never throws. Any status counts as a response; redirects aren't followed. */
  async post(request: OutwardRequest): Promise<OutwardAnswer | OutwardFailure> {
    const began = performance.now();
    const result = await this.#post(request);
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
