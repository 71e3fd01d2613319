import type { ErrorCode } from '@training/shared/errors';
import { LRUCache } from 'lru-cache';
import type { AppError } from '../../core/errors.ts';
import { FixedWindowCounter } from '../../platform/concurrency/fixed-window-counter.ts';
import type { Bounds } from './limits.ts';

/** Maximum number of throttled senders that are remembered. Above it, the oldest are released. */
const MOST_HELD = 10_000;

/** Error codes that count as a refusal, in addition to the statuses 401, 403 and 429. */
const NOT_LET_IN = new Set<ErrorCode>(['busy']);
const STATUSES = new Set([401, 403, 429]);

/** Begins the senders that are an address, not a session or token. */
export const ADDRESS = 'address ';

/**
 * Tracks senders that are refused repeatedly (rules/bounds 12). Requests with credentials are counted by session or
 * token only: many users may share an address, and one of them could get all the others throttled.
 */
export class Refusals {
  readonly #attempts: FixedWindowCounter;
  readonly #ofAddresses: FixedWindowCounter;
  readonly #held: LRUCache<string, true>;
  #told: (code: ErrorCode) => void = () => undefined;

  constructor({ most, mostOfAddress, within }: Bounds['refusals']) {
    this.#attempts = new FixedWindowCounter({ most, window: within });
    this.#ofAddresses = new FixedWindowCounter({ most: mostOfAddress, window: within });
    this.#held = new LRUCache({ max: MOST_HELD, ttl: within, ttlAutopurge: true });
  }

  /** Registers a function that receives the error code of each refusal. */
  whenRefused(tell: (code: ErrorCode) => void): void {
    this.#told = tell;
  }

  get isAnybodyHeld(): boolean {
    return this.#held.size > 0;
  }

  isHeld(sender: string): boolean {
    return this.#held.has(sender);
  }

  /** Counts an error if it is a refusal. Returns true if the sender has just become throttled. */
  note(error: AppError, sender: string | null): boolean {
    if (!STATUSES.has(error.status) && !NOT_LET_IN.has(error.code)) return false;
    this.#told(error.code);
    if (sender === null) return false;
    const counter = sender.startsWith(ADDRESS) ? this.#ofAddresses : this.#attempts;
    if (counter.take(sender, Date.now()) === 0) return false;
    const isNew = !this.#held.has(sender);
    this.#held.set(sender, true);
    return isNew;
  }
}
