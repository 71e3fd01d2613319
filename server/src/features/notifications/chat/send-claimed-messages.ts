import { setTimeout as sleep } from 'node:timers/promises';
import { chatAdvice } from '@training/shared/notifications/chat';
import type { TaskServices } from '../../../core/context.ts';
import { CHAT_PROTOCOLS } from '../../../providers/chat/protocols.ts';
import type { ChatAddress } from '../../../providers/chat/chat-services.ts';
import type { ChatOutcome } from '../../../providers/chat/chat.ts';
import { backoff, jittered } from '../../../platform/queue/backoff.ts';
import { publish } from '../../../platform/live.ts';
import { entityManager } from '../../../core/transaction.ts';
import { notificationsTopic } from '../notification-topics.ts';
import { completeNotification } from '../outbox/complete-notification.ts';
import { filterDue } from '../outbox/filter-due.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';
import { markChannelFailing } from './mark-channel-failing.ts';
import { openAddress } from './opened-address.ts';
import { claimNextMessage, type Next } from './claim-next-message.ts';
import { releaseChannel, type ChannelClaim } from './claim-chat-channel.ts';
import { renderChatMessage } from './chat-messages.ts';

export type ChatSending = Pick<TaskServices, 'db' | 'log' | 'ai' | 'chat' | 'stopping' | 'lookEvery'>;

/** Milliseconds that a lease is used. After that, a user's test or another instance can have the next one. */
const GOES_ON = 5_000;

/** Seconds of pause after the first failure, doubled with each further one. */
const PAUSES = { first: 5, longest: 900 };

/** Maximum number of attempts for a message, whatever the reason: the message itself may crash the process. */
const MOST_ATTEMPTS = 60;

/** Attempts at a message after which the one behind it is tried: the service may fail for this message alone. */
const FEW_ATTEMPTS = 3;

/** Milliseconds until a channel is tried again that has missed so many times in a row. */
export function chatBackoff(misses: number, asked = 0, chance = Math.random()): number {
  return (backoff(PAUSES, misses, { asked, chance }) ?? 0) * 1_000;
}

/** Progress of a batch: when the next message may be sent, and the state of the service. */
type Course = { freeAt: Date; misses: number; error: ChannelClaim['lastError'] };

const later = (milliseconds: number) => new Date(Date.now() + milliseconds);

/** Sends what is due by one channel, message by message, as long as the turn goes on and the service takes them. */
export async function sendInTurn(services: ChatSending, turn: ChannelClaim): Promise<void> {
  const { db, ai, chat, stopping } = services;
  const course: Course = { freeAt: new Date(), misses: turn.misses, error: turn.lastError };
  const address = openAddress({ keyring: ai.keyring, log: ai.log }, turn);
  const until = Date.now() + GOES_ON;
  const { spacing } = CHAT_PROTOCOLS[turn.kind];
  if (!address) {
    course.error = 'undecryptable';
    await fail(services, turn, course.error);
  }
  while (address && !stopping.aborted && Date.now() < until) {
    const now = new Date();
    const wait = chat.waits(turn.kind, now);
    if (wait > 0) {
      course.freeAt = later(jittered(wait));
      break;
    }
    const next = await claimNextMessage(db.pool, turn, now);
    if (!next) break;
    const notification = await whatToSend(services, next, now);
    if (!notification) continue;
    let outcome = await post(services, address, notification);
    course.freeAt = later(spacing);
    const isSuspect = outcome.result === 'later' && outcome.reason === 'unreachable';
    if (
      isSuspect &&
      notification.attempts >= FEW_ATTEMPTS &&
      (await takesNext(services, turn, address, next, course))
    ) {
      outcome = { result: 'refused', reason: 'message_refused' };
    }
    await keepOutcome(services, turn, next, outcome, course);
    if (outcome.result === 'later' || outcome.result === 'gone') break;
    await sleep(spacing, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
  await releaseChannel(db, turn, course);
  if (course.error !== turn.lastError) await publish(db.pool, notificationsTopic(turn.workspaceId));
}

/** Returns the claimed notification if it is still to be sent. Otherwise finishes it. */
async function whatToSend({ db }: ChatSending, next: Next, now: Date): Promise<DueNotification | undefined> {
  const [judged] = await filterDue(db.pool, next.workspace_id, [next], now);
  if (!judged || judged.notification.attempts <= MOST_ATTEMPTS) return judged?.notification;
  await completeNotification(db.pool, next, { state: 'failed', reason: 'gave_up' }, now);
  return undefined;
}

/**
 * Sends the message behind one that fails, once. Returns true if the service accepts it: then only the first one fails.
 * Otherwise it keeps its place, and its attempt doesn't count.
 */
async function takesNext(
  services: ChatSending,
  turn: ChannelClaim,
  address: ChatAddress,
  failing: Next,
  course: Course,
): Promise<boolean> {
  const { db, chat, stopping } = services;
  await sleep(CHAT_PROTOCOLS[turn.kind].spacing, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  const now = new Date();
  if (stopping.aborted || chat.waits(turn.kind, now) > 0) return false;
  const next = await claimNextMessage(db.pool, turn, now, failing.id);
  const notification = next && (await whatToSend(services, next, now));
  if (!notification) return false;
  const outcome = await post(services, address, notification);
  course.freeAt = later(CHAT_PROTOCOLS[turn.kind].spacing);
  if (outcome.result === 'accepted') {
    await keepOutcome(services, turn, next, outcome, course);
    return true;
  }
  await completeNotification(db.pool, next, { state: 'pending', at: next.due_at, free: true }, new Date());
  return false;
}

/** Sends a message. An exception is a bug that concerns this message only, and must not block the others. */
async function post(
  { chat, log }: ChatSending,
  address: ChatAddress,
  notification: DueNotification,
): Promise<ChatOutcome> {
  try {
    return await chat.post(address, renderChatMessage(notification, chat.origin()));
  } catch (error) {
    log.error(
      { err: error, notification_id: notification.id, kind: notification.kind },
      'Couldn’t write a chat message',
    );
    return { result: 'refused', reason: 'message_refused' };
  }
}

async function keepOutcome(
  services: ChatSending,
  turn: ChannelClaim,
  next: Next,
  outcome: ChatOutcome,
  course: Course,
): Promise<void> {
  const { pool } = services.db;
  const now = new Date();
  course.error = outcome.result === 'accepted' ? null : outcome.reason;
  const error = outcome.result === 'accepted' ? undefined : chatAdvice(turn.kind, outcome.reason);
  switch (outcome.result) {
    case 'accepted':
      course.misses = 0;
      await completeNotification(pool, next, { state: 'sent' }, now);
      return;
    case 'refused':
      course.misses = 0;
      await completeNotification(pool, next, { state: 'failed', reason: 'gave_up', ...(error && { error }) }, now);
      return;
    case 'later':
      course.misses += 1;
      course.freeAt = later(chatBackoff(course.misses, outcome.after));
      // It keeps its place: the others wait with it.
      await completeNotification(pool, next, { state: 'pending', at: next.due_at, ...(error && { error }) }, now);
      return;
    default:
      await completeNotification(
        pool,
        next,
        { state: 'pending', at: next.due_at, free: true, ...(error && { error }) },
        now,
      );
      await fail(services, turn, outcome.reason);
  }
}

/** The channel takes nothing any more; what waits goes on waiting, in case that somebody mends it soon. */
async function fail(
  { db }: ChatSending,
  turn: ChannelClaim,
  failure: NonNullable<ChannelClaim['lastError']>,
): Promise<void> {
  const actor = { kind: 'system', name: 'Notifications' } as const;
  const cause = { workspace: { id: turn.workspaceId }, actor, now: new Date(), requestId: null, ip: null };
  await entityManager({ db, workspace: cause.workspace }).transactional((em) =>
    markChannelFailing(em, cause, turn, failure),
  );
}
