import { checkAddress, type CheckedAddress } from './check-address.ts';
import { openConnections, type Connections } from './connections.ts';
import { exchange, type ExchangeAnswer } from './exchange.ts';
import type { ExchangeFailure } from './failures.ts';
import { fetchOutward } from './fetch-outward.ts';
import { checkingLookup, resolveByDns, type Resolve } from './resolve-host.ts';
import type { OutwardPolicy } from './targets.ts';

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
