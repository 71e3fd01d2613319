/*
 * The delays themselves are beside the work: webhooks, AI jobs, notifications, mail, chat, drives and their files have
 * lists where they call `computeBackoffDelay`. Polls and events wait for a constant
 * (`drive-sync/poll/start-drive-poller.ts`, `drive-sync/push`, `events/start-event-dispatcher.ts`). Tasks with
 * `max_attempts`, such as mail about an account, are retried by graphile-worker. Limited credentials pause in SQL,
 * `ai/gateway/credential-pause.ts`, because several instances count them together.
 */

/** Maximum random addition as a share of a delay, so that what failed together isn't retried together. */
const JITTER = 0.2;

/** Adds a random share to a delay. @param chance From 0 to 1. */
export const addJitter = (delay: number, chance = Math.random()): number => delay * (1 + JITTER * chance);

/**
 * Delays before retries: a list, after which work is given up, or delays that double from `first` to `longest` and
 * never end.
 */
export type RetryDelays = readonly number[] | DoublingDelays;
type DoublingDelays = { first: number; longest: number };
type Choice = { asked?: number | undefined; chance?: number | undefined };

/**
 * Returns the delay before the next attempt, with jitter; undefined if the list of delays is used up.
 * @param failures Number of failed attempts so far, from 1 on.
 * @param asked Delay that the other side asks for: the minimum.
 * @param chance From 0 to 1.
 */
export function computeBackoffDelay(delays: DoublingDelays, failures: number, choice?: Choice): number;
export function computeBackoffDelay(delays: RetryDelays, failures: number, choice?: Choice): number | undefined;
export function computeBackoffDelay(
  delays: RetryDelays,
  failures: number,
  { asked = 0, chance = Math.random() }: Choice = {},
): number | undefined {
  const delay = 'first' in delays ? doubled(delays, failures) : delays[failures - 1];
  return delay === undefined ? undefined : addJitter(Math.max(delay, asked), chance);
}

const doubled = ({ first, longest }: DoublingDelays, failures: number): number =>
  Math.min(first * 2 ** Math.min(failures - 1, 30), longest);
