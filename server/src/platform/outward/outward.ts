import { checkAddress, type CheckedAddress } from './check-address.ts';
import { openConnections, type Connections } from './connections.ts';
import { exchange, type ExchangeAnswer } from './exchange.ts';
import type { ExchangeFailure } from './failures.ts';
import { checkingLookup, resolveByDns, type Resolve } from './resolve-host.ts';
import type { OutwardPolicy } from './targets.ts';

/** How long a request may take in all, in milliseconds, from the look-up of its host to the end of the answer. */
const DEADLINE = 15_000;

/** How much of an answer is read, in bytes. */
const LONGEST_ANSWER = 64 * 1024;

export type OutwardRequest = {
  /** As the customer typed it. */
  url: string;
  headers: Record<string, string>;
  body: string;
  /** In milliseconds. */
  deadline?: number;
  maxAnswerBytes?: number;
  signal?: AbortSignal;
  /**
   * Uses a connection again that an earlier request has left. Where the other side has closed it meanwhile, the request
   * is sent once more on a new one: only for what may arrive twice.
   */
  keepAlive?: boolean;
};

/** @property ms How long it took, in milliseconds. */
export type OutwardAnswer = ExchangeAnswer & { failure?: never; ms: number };

/** Nobody has answered, for a reason in words that say what to do. */
export type OutwardFailure = { failure: ExchangeFailure; ms: number };

type Options = {
  /** Finds the addresses of a name; DNS when absent. */
  resolve?: Resolve;
  /** The authority that certificates come from; the public ones when absent. */
  ca?: string;
};

/** Sends requests to addresses that customers typed. It can't reach private networks. */
export class Outward {
  readonly #policy: OutwardPolicy;
  readonly #connections: Connections;

  constructor(policy: OutwardPolicy, { resolve = resolveByDns(), ca }: Options = {}) {
    this.#policy = policy;
    this.#connections = openConnections(checkingLookup(resolve, policy), ca);
  }

  /** What can be said of an address before anything is sent there, for forms. */
  check(address: string): CheckedAddress {
    return checkAddress(address, this.#policy);
  }

  /** Posts to an address, and never throws. An answer is one of any status; redirects are not followed. */
  async post(request: OutwardRequest): Promise<OutwardAnswer | OutwardFailure> {
    const began = performance.now();
    const result = await this.#post(request);
    const ms = Math.round(performance.now() - began);
    return 'kind' in result ? { failure: result, ms } : { ...result, ms };
  }

  /** Ends the connections that are kept. */
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
