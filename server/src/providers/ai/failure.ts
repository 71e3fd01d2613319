import type { KeyOutcome } from '@training/shared/provider-keys';
import type { CallUsage } from './calls.ts';

/**
 * Why a call of a provider failed. `bad_answer`, `bad_request` and `refused` are about this one request, the others
 * about the key or the way there.
 */
export type FailureOutcome =
  | 'invalid_key'
  | 'no_model_access'
  | 'quota_exhausted'
  | 'rate_limited'
  | 'unreachable'
  | 'bad_answer'
  | 'bad_request'
  | 'refused';

const MESSAGES: Record<FailureOutcome, string> = {
  invalid_key: 'The provider does not accept the key',
  no_model_access: 'The provider accepts the key, but not for this model or deployment',
  quota_exhausted: 'The account at the provider has no credit left',
  rate_limited: 'The provider limits how often the key may be used',
  unreachable: 'The provider did not answer in time, or not as expected',
  bad_answer: 'The answer of the model does not have the form that was asked for',
  bad_request: 'The provider does not take this request',
  refused: 'The provider or its content filter refuses to answer this request',
};

export type FailureFacts = {
  retryAfter?: number | undefined;
  usage?: CallUsage | undefined;
  about?: 'language' | 'length' | undefined;
};

/**
 * A failed call, in our own words: no text of the provider, no key and no address is in it, and it has no cause. It may
 * be logged.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly outcome: FailureOutcome;
  /**
   * Seconds after which the provider wants to be asked again, at most an hour; only with `rate_limited` and
   * `unreachable`.
   */
  readonly retryAfter: number | undefined;
  /**
   * What the call used although it failed: zeros where nothing is charged for it, because it was not sent or the
   * provider answered with an error; undefined where nobody knows, as of a recording after a time-out.
   */
  readonly usage: CallUsage | undefined;

  /**
   * Of a `bad_request`, what of it the provider does not take, where that is known; of a `bad_answer` that it was
   * longer than it might be.
   */
  readonly about: FailureFacts['about'];

  constructor(outcome: FailureOutcome, more: FailureFacts = {}) {
    super(MESSAGES[outcome]);
    this.outcome = outcome;
    this.retryAfter = more.retryAfter;
    this.usage = more.usage;
    this.about = more.about;
  }
}

/** What a failed call says about the key. That one request was refused, or answered badly, says nothing about it. */
export function keyOutcomeOf(outcome: FailureOutcome): KeyOutcome {
  return outcome === 'bad_answer' || outcome === 'bad_request' || outcome === 'refused' ? 'unreachable' : outcome;
}
