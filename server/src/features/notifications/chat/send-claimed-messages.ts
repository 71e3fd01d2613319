import { setTimeout as sleep } from 'node:timers/promises';
import { notificationPathOf } from '@training/shared/notifications/notifications';
import { createSystemContextFields, type TaskServices } from '../../../core/context.ts';
import { translatorIn } from '../../../core/messages.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { computeBackoffDelay, addJitter } from '../../../platform/queue/backoff.ts';
import type { ChatAddress } from '../../../providers/chat/chat-services.ts';
import type { ChatMessage, ChatPostOutcome } from '../../../providers/chat/chat.ts';
import { CHAT_PROTOCOLS } from '../../../providers/chat/protocols.ts';
import { renderNotificationMailTexts } from '../mail/mail-texts.ts';
import { workspaceNotificationSettingsLiveTopicOf } from '../notification-topics.ts';
import { completeNotification } from '../outbox/complete-notification.ts';
import { triageDueNotifications } from '../outbox/triage-due.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';
import {
  type ClaimedChatChannel,
  type ClaimedMessage,
  claimNextChatMessage,
  markChannelFailing,
  releaseChannel,
} from './claim-chat-channel.ts';
import { decryptChatAddress } from './sealed-chat-address.ts';
import { adviseOnChatFailureInEnglish } from './chat-advice.ts';

/** The headline for the whole channel. A mail's “you” and “your” are replaced with neutral words. */
function headlineOf(notification: DueNotification): string {
  const { kind, facts, subject, workspace, language } = notification;
  const t = translatorIn('mail', language);
  if (kind === 'suggestions.new') return t('newSuggestionsHere', { count: facts.count ?? 0 });
  if (kind === 'review.claimed_waits') {
    return t('claimedReviewWaits', { what: subject.name, days: facts.waiting_days ?? 0 });
  }
  return renderNotificationMailTexts(notification, { language, timeZone: workspace.time_zone }).title;
}

function linkLabel({ kind, category, language }: DueNotification): string {
  const t = translatorIn('mail', language);
  if (kind === 'module.source_changed') return t('compare');
  if (category === 'ai_suggestions') return t('openSuggestions');
  return category === 'module_submitted' || kind.startsWith('review.') ? t('openReview') : t('openModule');
}

/** The chat message for a notification. `origin` is this server's public origin. */
export function renderChatMessage(notification: DueNotification, origin: string): ChatMessage {
  const { workspace, kind, subject, facts, round, language } = notification;
  const lines = [
    ...(kind === 'module.submitted' && round > 1 ? [translatorIn('mail', language)('isRound', { round })] : []),
    ...(facts.reason === undefined ? [] : [`“${facts.reason}”`]),
  ];
  return {
    title: headlineOf(notification),
    lines,
    link: {
      label: linkLabel(notification),
      url: `${origin}/${workspace.slug}${notificationPathOf(kind, subject, facts)}`,
    },
  };
}

export type ChatWorkerServices = Pick<TaskServices, 'db' | 'log' | 'ai' | 'chat' | 'stopping' | 'lookEvery'>;

/** Milliseconds that one batch lasts. After that, a user's test or another instance can claim the channel. */
const BATCH_TIME = 5_000;

/** Seconds of pause after the first failure, doubled with each further one. */
const PAUSES = { first: 5, longest: 900 };

/** Maximum number of attempts for a message, whatever the reason: the message itself may crash the process. */
const MOST_ATTEMPTS = 60;

/** Attempts at a message after which the one behind it is tried: the service may fail for this message alone. */
const FEW_ATTEMPTS = 3;

/** Milliseconds until a channel is tried again after `misses` failures in a row. */
export function computeChatRetryDelayMs(misses: number, asked = 0, chance = Math.random()): number {
  return computeBackoffDelay(PAUSES, misses, { asked, chance }) * 1_000;
}

/** Progress of a batch: when the next message may be sent, and the state of the service. */
type BatchProgress = { freeAt: Date; misses: number; error: ClaimedChatChannel['lastError'] };

const later = (milliseconds: number) => new Date(Date.now() + milliseconds);

/** Sends the due messages of a claimed channel, one by one, until the batch is over or the service fails. */
export async function sendDueMessages(services: ChatWorkerServices, channel: ClaimedChatChannel): Promise<void> {
  const { db, ai, chat, stopping } = services;
  const progress: BatchProgress = { freeAt: new Date(), misses: channel.misses, error: channel.lastError };
  const address = decryptChatAddress({ keyring: ai.keyring, log: ai.log }, channel);
  const until = Date.now() + BATCH_TIME;
  const { spacing } = CHAT_PROTOCOLS[channel.kind];
  if (!address) {
    progress.error = 'undecryptable';
    await markFailing(services, channel, progress.error);
  }
  while (address && !stopping.aborted && Date.now() < until) {
    const now = new Date();
    const wait = chat.waits(channel.kind, now);
    if (wait > 0) {
      progress.freeAt = later(addJitter(wait));
      break;
    }
    const next = await claimNextChatMessage(db.pool, channel, now);
    if (!next) break;
    const notification = await toSend(services, next, now);
    if (!notification) continue;
    let outcome = await post(services, address, notification);
    progress.freeAt = later(spacing);
    const isSuspect = outcome.result === 'later' && outcome.reason === 'unreachable';
    if (
      isSuspect &&
      notification.attempts >= FEW_ATTEMPTS &&
      (await acceptsNext(services, channel, address, next, progress))
    ) {
      outcome = { result: 'refused', reason: 'message_refused' };
    }
    await recordOutcome(services, channel, next, outcome, progress);
    if (outcome.result === 'later' || outcome.result === 'gone') break;
    await sleep(spacing, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  }
  await releaseChannel(db, channel, progress);
  if (progress.error !== channel.lastError)
    await publishTopics(db.pool, workspaceNotificationSettingsLiveTopicOf(channel.workspaceId));
}

/** Returns the claimed notification if it is still to be sent. Otherwise completes it. */
async function toSend(
  { db }: ChatWorkerServices,
  next: ClaimedMessage,
  now: Date,
): Promise<DueNotification | undefined> {
  const [judged] = await triageDueNotifications(db.pool, next.workspace_id, [next], now);
  if (!judged || judged.notification.attempts <= MOST_ATTEMPTS) return judged?.notification;
  await completeNotification(db.pool, next, { state: 'failed', reason: 'gave_up' }, now);
  return undefined;
}

/**
 * Sends the message after a failing one, once. Returns true if the service accepts it: then only the first one fails.
 * Otherwise it keeps its place in the queue, and the attempt doesn't count.
 */
async function acceptsNext(
  services: ChatWorkerServices,
  channel: ClaimedChatChannel,
  address: ChatAddress,
  failing: ClaimedMessage,
  progress: BatchProgress,
): Promise<boolean> {
  const { db, chat, stopping } = services;
  await sleep(CHAT_PROTOCOLS[channel.kind].spacing, undefined, { signal: stopping, ref: false }).catch(() => undefined);
  const now = new Date();
  if (stopping.aborted || chat.waits(channel.kind, now) > 0) return false;
  const next = await claimNextChatMessage(db.pool, channel, now, failing.id);
  const notification = next && (await toSend(services, next, now));
  if (!notification) return false;
  const outcome = await post(services, address, notification);
  progress.freeAt = later(CHAT_PROTOCOLS[channel.kind].spacing);
  if (outcome.result === 'accepted') {
    await recordOutcome(services, channel, next, outcome, progress);
    return true;
  }
  await completeNotification(db.pool, next, { state: 'pending', at: next.due_at, free: true }, new Date());
  return false;
}

/** Sends a message. An exception is a bug that concerns this message only, and must not block the others. */
async function post(
  { chat, log }: ChatWorkerServices,
  address: ChatAddress,
  notification: DueNotification,
): Promise<ChatPostOutcome> {
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

async function recordOutcome(
  services: ChatWorkerServices,
  channel: ClaimedChatChannel,
  next: ClaimedMessage,
  outcome: ChatPostOutcome,
  progress: BatchProgress,
): Promise<void> {
  const { pool } = services.db;
  const now = new Date();
  progress.error = outcome.result === 'accepted' ? null : outcome.reason;
  const error = outcome.result === 'accepted' ? undefined : adviseOnChatFailureInEnglish(channel.kind, outcome.reason);
  switch (outcome.result) {
    case 'accepted':
      progress.misses = 0;
      await completeNotification(pool, next, { state: 'sent' }, now);
      return;
    case 'refused':
      progress.misses = 0;
      await completeNotification(pool, next, { state: 'failed', reason: 'gave_up', ...(error && { error }) }, now);
      return;
    case 'later':
      progress.misses += 1;
      progress.freeAt = later(computeChatRetryDelayMs(progress.misses, outcome.after));
      // It stays first in the queue: the others wait with it.
      await completeNotification(pool, next, { state: 'pending', at: next.due_at, ...(error && { error }) }, now);
      return;
    default:
      await completeNotification(
        pool,
        next,
        { state: 'pending', at: next.due_at, free: true, ...(error && { error }) },
        now,
      );
      await markFailing(services, channel, outcome.reason);
  }
}

/** Marks the channel as failing. Its messages stay pending, in case a user fixes it soon. */
async function markFailing(
  { db }: ChatWorkerServices,
  channel: ClaimedChatChannel,
  failure: NonNullable<ClaimedChatChannel['lastError']>,
): Promise<void> {
  const cause = { workspace: { id: channel.workspaceId }, ...createSystemContextFields('Notifications') };
  await createWorkspaceEntityManager({ db, workspace: cause.workspace }).transactional((em) =>
    markChannelFailing(em, cause, channel, failure),
  );
}
