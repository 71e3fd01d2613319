import type { WebhookDeliveryState } from '@training/shared/webhooks/webhooks';
import type { OutwardResponse, OutwardFailure } from '../../../platform/egress/outward-http-client.ts';
import type { ClaimedDelivery, ClaimedDeliveryKey } from './claim-deliveries.ts';
import { redactSecrets } from './signature.ts';
import { computeBackoffDelay } from '../../../platform/queue/backoff.ts';
import { parseRetryAfterMilliseconds } from '../../../platform/retry-after.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each retry: after the first failed attempt, the second, and so on. */
const RETRY_DELAYS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** Minimum and maximum pause accepted from a receiver. */
const SHORTEST_ASKED = 5 * SECOND;
const LONGEST_ASKED = 24 * HOUR;

/** Number of 429 responses with a `Retry-After` that don't count as attempts. */
const MOST_DEFERRALS = 3;

/**
 * Milliseconds to wait after the given number of failed attempts; undefined if the delivery is given up.
 * @param chance From 0 to 1.
 */
function deliveryBackoff(failures: number, chance?: number): number | undefined {
  return computeBackoffDelay(RETRY_DELAYS, failures, { chance });
}

/** Milliseconds to wait according to a `Retry-After` header; undefined if it contains no valid time. */
function pauseOfAnswer(header: string | undefined, now: Date): number | undefined {
  const asked = parseRetryAfterMilliseconds(header, now);
  return asked === undefined ? undefined : Math.min(Math.max(asked, SHORTEST_ASKED), LONGEST_ASKED);
}

/**
 * Milliseconds to wait after a 429 that doesn't count as an attempt; undefined after too many. The minimum doubles each
 * time.
 */
function pauseOfDeferral(deferrals: number, asked: number): number | undefined {
  return deferrals < MOST_DEFERRALS ? Math.max(asked, SHORTEST_ASKED * 2 ** deferrals) : undefined;
}

/** Characters of a response that are stored. */
const STORED_RESPONSE_CHARS = 1_024;

/** Permanent: the endpoint is switched off without a retry. */
const GONE = 410;
const TOO_MANY = 429;

/** Result of an attempt, and the next state of its delivery. */
export type DeliveryAttemptResult = ClaimedDeliveryKey & {
  at: Date;
  durationMs: number;
  status: number | null;
  /** Description of the failure; null if the event was accepted. */
  error: string | null;
  response: string | null;
  state: Exclude<WebhookDeliveryState, 'pending' | 'sending' | 'cancelled'>;
  failures: number;
  /** 429 responses that didn't count as an attempt. */
  deferrals: number;
  dueAt: Date | null;
  /** Outcome for the endpoint. `unknown` if the server stopped before there was a response. */
  endpoint: 'accepted' | 'fails' | 'gone' | 'unknown';
  /** Time until which the endpoint wants no requests. */
  pausedUntil: Date | null;
};

type Attempted = { delivery: ClaimedDelivery; at: Date; secrets: readonly string[]; now: Date };

/** Evaluates an attempt (rules/webhooks 13) from the response or the failure. */
export function evaluateAttempt(
  { delivery, at, secrets, now }: Attempted,
  answer: OutwardResponse | OutwardFailure,
): DeliveryAttemptResult {
  const { workspaceId, endpointId, eventId, leaseId, attempt, failures, deferrals } = delivery;
  const made = { workspaceId, endpointId, eventId, leaseId, attempt, deferrals, at, durationMs: answer.ms };
  const none = { status: null, response: null, pausedUntil: null };
  if (answer.failure) {
    const { kind, message } = answer.failure;
    if (kind === 'stopped') return toReleasedDeliveryResult(delivery);
    return { ...made, ...none, ...failed(delivery, now, 0), error: message, endpoint: 'fails' };
  }
  const { status } = answer;
  const response = redactSecrets(answer.body, secrets).slice(0, STORED_RESPONSE_CHARS).toWellFormed() || null;
  if (status >= 200 && status < 300) {
    const ended = { state: 'delivered', failures, dueAt: null, pausedUntil: null } as const;
    return { ...made, ...ended, status, error: null, response, endpoint: 'accepted' };
  }
  const said = { status, response, error: inWords(status) };
  if (status === GONE) {
    const state = isTest(delivery) ? 'exhausted' : 'held';
    return { ...made, ...said, state, failures, dueAt: null, endpoint: 'gone', pausedUntil: null };
  }
  const asked = pauseOfAnswer(answer.headers['retry-after'], now);
  const deferred = status === TOO_MANY && asked !== undefined ? pauseOfDeferral(deferrals, asked) : undefined;
  if (deferred !== undefined && !isTest(delivery)) {
    const until = new Date(now.getTime() + deferred);
    const again = { state: 'retrying', failures, deferrals: deferrals + 1, dueAt: until, pausedUntil: until } as const;
    return { ...made, ...said, ...again, endpoint: 'fails' };
  }
  const pausedUntil = asked === undefined ? null : new Date(now.getTime() + asked);
  return { ...made, ...said, ...failed(delivery, now, asked ?? 0), endpoint: 'fails', pausedUntil };
}

/**
 * Result of a delivery that wasn't sent, or was aborted by this server. Doesn't count as a failure, and is due at once.
 */
export function toReleasedDeliveryResult(delivery: ClaimedDelivery): DeliveryAttemptResult {
  const { workspaceId, endpointId, eventId, leaseId, attempt, failures, deferrals } = delivery;
  const now = new Date();
  const none = { durationMs: 0, status: null, error: 'Given back.', response: null, pausedUntil: null };
  const again = { state: 'retrying', failures, deferrals, dueAt: now, endpoint: 'unknown' } as const;
  return { workspaceId, endpointId, eventId, leaseId, attempt, at: now, ...none, ...again };
}

/** Tests are sent only once: their user wants to see the response. */
const isTest = ({ type }: ClaimedDelivery) => type === 'endpoint.test';

function failed(
  delivery: ClaimedDelivery,
  now: Date,
  asked: number,
): Pick<DeliveryAttemptResult, 'state' | 'failures' | 'dueAt'> {
  const failures = delivery.failures + 1;
  const pause = isTest(delivery) ? undefined : deliveryBackoff(failures);
  if (pause === undefined) return { state: 'exhausted', failures, dueAt: null };
  return { state: 'retrying', failures, dueAt: new Date(now.getTime() + Math.max(pause, asked)) };
}

function inWords(status: number): string {
  if (status === GONE) return 'It answered 410: the receiver no longer wants these events.';
  if (status >= 300 && status < 400) {
    return `It answered ${status}. Redirects aren’t followed: enter the address it leads to.`;
  }
  return `It answered ${status}. Only an answer from 200 to 299 accepts the event.`;
}
