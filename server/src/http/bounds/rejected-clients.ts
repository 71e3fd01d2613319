import type { ErrorCode } from '@training/shared/errors';
import { LRUCache } from 'lru-cache';
import type { AppError } from '../../errors.ts';
import { FixedWindowCounter } from '../../platform/fixed-window-counter.ts';
import type { Bounds } from './limits.ts';

/** So many senders are known to be held; past it the first of them are let in again. */
const MOST_HELD = 10_000;

/** Codes beside 401, 403 and 429 that say that somebody was not let in. */
const NOT_LET_IN = new Set<ErrorCode>(['busy']);
const STATUSES = new Set([401, 403, 429]);

/**
 * Who is refused again and again (rules/bounds 12). Only whose session or token it is counts: an address may be that of
 * many, of whom one could have all others held.
 */
export class Refusals {
  readonly #attempts: FixedWindowCounter;
  readonly #held: LRUCache<string, true>;
  #told: (code: ErrorCode) => void = () => undefined;

  constructor({ most, within }: Bounds['refusals']) {
    this.#attempts = new FixedWindowCounter({ most, window: within });
    this.#held = new LRUCache({ max: MOST_HELD, ttl: within, ttlAutopurge: true });
  }

  /** Tells the code of each. */
  whenRefused(tell: (code: ErrorCode) => void): void {
    this.#told = tell;
  }

  get isAnybodyHeld(): boolean {
    return this.#held.size > 0;
  }

  isHeld(sender: string): boolean {
    return this.#held.has(sender);
  }

  /** Counts an answer, if it is a refusal. Answers whether its sender is held from now on, and was not before. */
  note(error: AppError, sender: string | null): boolean {
    if (!STATUSES.has(error.status) && !NOT_LET_IN.has(error.code)) return false;
    this.#told(error.code);
    if (sender === null || this.#attempts.take(sender, Date.now()) === 0) return false;
    const isNew = !this.#held.has(sender);
    this.#held.set(sender, true);
    return isNew;
  }
}
