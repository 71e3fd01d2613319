import type { KeyTestOutcome } from '@training/shared/provider-keys/provider-keys';
import type { CallUsage } from './calls.ts';

/**
 * Reason why a provider's call failed. `bad_answer`, `bad_request` and `refused` concern this request only, the others
 * the key or the connection.
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

/**
 * Details of a failure. `length`: a `bad_request`, or the answer of a `bad_answer`, is too long. `language`: the speech
 * model of a `bad_request` lacks it. `cut`: the answer of an `unreachable` provider had begun, so it is charged.
 * `private`: an `unreachable` endpoint is on a network that the operator doesn't allow. Others are the reason for
 * `no_model_access`: the key lacks a permission (`scope`), or this server's network or country isn't allowed.
 */
export type FailureDetail = 'language' | 'length' | 'cut' | 'private' | 'scope' | 'network' | 'country';

export type AiProviderErrorFields = {
  retryAfter?: number | undefined;
  usage?: CallUsage | undefined;
  about?: FailureDetail | undefined;
};

/**
 * A failed call, described in our own words. It contains no text from the provider, no key, no address and no cause, so
 * it may be logged.
 */
export class AiProviderError extends Error {
  override readonly name = 'AiProviderError';
  readonly outcome: FailureOutcome;
  /**
   * Seconds to wait before the next call as requested by the provider, at most an hour; only with `rate_limited` and
   * `unreachable`.
   */
  readonly retryAfter: number | undefined;
  /**
   * Usage of the failed call: zeros if it isn't charged, because it wasn't sent or the provider returned an error;
   * undefined if unknown, such as for a recording after a timeout.
   */
  readonly usage: CallUsage | undefined;
  readonly about: AiProviderErrorFields['about'];

  constructor(outcome: FailureOutcome, more: AiProviderErrorFields = {}) {
    super(MESSAGES[outcome]);
    this.outcome = outcome;
    this.retryAfter = more.retryAfter;
    this.usage = more.usage;
    this.about = more.about;
  }
}

/**
 * Returns the result of a failed call for the key's status. A refused request or an invalid response says nothing about
 * the key.
 */
export function keyTestOutcomeOf(outcome: FailureOutcome): KeyTestOutcome {
  return outcome === 'bad_answer' || outcome === 'bad_request' || outcome === 'refused' ? 'unreachable' : outcome;
}
