import type { ErrorCode } from '@training/shared/errors';
import { LRUCache } from 'lru-cache';
import type { AppError } from '../../core/errors.ts';
import { FixedWindowCounter } from '../../platform/concurrency/fixed-window-counter.ts';
import type { HttpLimits } from './limits.ts';

/** Maximum number of throttled senders that are remembered. Above it, the oldest are released. */
const MOST_THROTTLED = 10_000;

/** Error codes that count as a refusal, in addition to the statuses 401, 403 and 429. */
const REFUSAL_CODES = new Set<ErrorCode>(['busy']);
const STATUSES = new Set([401, 403, 429]);

/** Begins the senders that are an address, not a session or token. */
export const ADDRESS_PREFIX = 'address ';

/**
 * Tracks senders that are refused repeatedly (rules/bounds 12). Requests with credentials are counted by session or
 * token only: many users may share an address, and one of them could get all the others throttled.
 */
export class Refusals {
  readonly #attempts: FixedWindowCounter;
  readonly #ofAddresses: FixedWindowCounter;
  readonly #throttled: LRUCache<string, true>;
  #listener: (code: ErrorCode) => void = () => undefined;

  constructor({ most, mostOfAddress, within }: HttpLimits['refusals']) {
    this.#attempts = new FixedWindowCounter({ most, window: within });
    this.#ofAddresses = new FixedWindowCounter({ most: mostOfAddress, window: within });
    this.#throttled = new LRUCache({ max: MOST_THROTTLED, ttl: within, ttlAutopurge: true });
  }

  /** Registers a function that receives the error code of each refusal. */
  whenRefused(listener: (code: ErrorCode) => void): void {
    this.#listener = listener;
  }

  get isAnyThrottled(): boolean {
    return this.#throttled.size > 0;
  }

  isThrottled(sender: string): boolean {
    return this.#throttled.has(sender);
  }

  /** Counts an error if it is a refusal. Returns true if the sender has just become throttled. */
  note(error: AppError, sender: string | null): boolean {
    if (!STATUSES.has(error.status) && !REFUSAL_CODES.has(error.code)) return false;
    this.#listener(error.code);
    if (sender === null) return false;
    const counter = sender.startsWith(ADDRESS_PREFIX) ? this.#ofAddresses : this.#attempts;
    if (counter.take(sender, Date.now()) === 0) return false;
    const isNew = !this.#throttled.has(sender);
    this.#throttled.set(sender, true);
    return isNew;
  }
}
