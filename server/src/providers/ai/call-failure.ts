import type { CallUsage } from './calls.ts';
import type { Classified } from './classify.ts';
import type { FailureFacts } from './failure.ts';

/** A call that failed before the model's response was complete. Only the data in this error may leave the adapter. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly outcome: Classified;
  readonly retryAfter: number | undefined;
  /** Zeros if the call isn't charged; undefined if unknown. */
  readonly usage: CallUsage | undefined;
  readonly about: FailureFacts['about'];

  constructor(outcome: Classified, more: FailureFacts = {}) {
    super(outcome);
    this.outcome = outcome;
    this.retryAfter = more.retryAfter;
    this.usage = more.usage;
    this.about = more.about;
  }
}
