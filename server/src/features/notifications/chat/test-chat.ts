import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import type { ChatTestResult, ConfirmChatTest, ChatChannelRef } from '@training/shared/notifications/chat-channel';
import type { ChatConnection } from '@training/shared/notifications/notification-settings';
import { z } from 'zod';
import type { Translator } from '@training/shared/i18n/translator';
import type { ChatContext } from '../../../core/context.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { translatorIn } from '../../../core/messages.ts';
import { readWorkspaceLanguage } from '../../../core/read-language.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { RefusingConcurrencyLimit } from '../../../platform/concurrency/concurrency-limit.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import type { ChatMessage, ChatPostOutcome } from '../../../providers/chat/chat.ts';
import { CHAT_PROTOCOLS } from '../../../providers/chat/protocols.ts';
import { recordEvent } from '../../events/record-event.ts';
import { workspaceNotificationSettingsLiveTopicOf } from '../notification-topics.ts';
import { ChatConnectionEntity } from './chat-connection.entity.ts';
import { type ClaimedChatChannel, claimChannel, markChannelFailing, releaseChannel } from './claim-chat-channel.ts';
import { chatAuditSubjectOf } from './connect-chat.ts';
import { chatChannelNotFoundError, getChatChannelById, findChatChannel } from './get-chat-channel.ts';
import { decryptChatAddress } from './sealed-chat-address.ts';
import { adviseOnChatFailureInEnglish } from './chat-advice.ts';

/** Milliseconds that a user waits for a lease, and between attempts to get one. */
const PATIENCE = 12_000;
const ASK_EVERY = 200;

/** Tests of one workspace that may run at once. */
const MOST = 4;
const tests = new RefusingConcurrencyLimit();

const UNDECRYPTABLE: ChatPostOutcome = { result: 'gone', reason: 'undecryptable' };

/**
 * Sends a test message that contains words. A channel that was never confirmed stays off until a user enters them; one
 * that was confirmed before works again once its service accepts the message (rules/notifications 30).
 * @throws AppError `chat_not_found`; `rate_limited` while other messages are being sent
 */
export async function sendChatTestMessage(ctx: ChatContext, { id }: ChatChannelRef): Promise<ChatTestResult> {
  const began = performance.now();
  const words = newTestWords();
  const send = () =>
    tests.run(ctx.workspace.id, MOST, tooMany, async () => sendTest(ctx, await waitForClaim(ctx, id), words));
  const { claim, outcome } = await (ctx.outside?.(send) ?? send());
  return inTransaction(ctx, async (em) => {
    const asksForWords = await recordTest(em, ctx, claim, { words, outcome });
    const changes = { outcome: outcome.result === 'accepted' ? 'accepted' : outcome.reason };
    await recordEvent(em, ctx, { action: 'chat.tested', subject: chatAuditSubjectOf(claim), changes });
    await publishTopics(em, workspaceNotificationSettingsLiveTopicOf(ctx.workspace.id));
    return {
      accepted: outcome.result === 'accepted',
      failure: outcome.result === 'accepted' ? null : outcome.reason,
      advice: outcome.result === 'accepted' ? null : adviseOnChatFailureInEnglish(claim.kind, outcome.reason),
      asks_for_words: asksForWords,
      duration_ms: Math.round(performance.now() - began),
    };
  });
}

async function waitForClaim(ctx: ChatContext, id: string): Promise<ClaimedChatChannel> {
  const { db, workspace } = ctx;
  const until = performance.now() + PATIENCE;
  for (;;) {
    const claim = await claimChannel(db.pool, { workspaceId: workspace.id, id });
    if (claim) return claim;
    if ((await findChatChannel(ctx))?.id !== id) throw chatChannelNotFoundError(id);
    if (performance.now() > until) throw tooMany();
    await sleep(ASK_EVERY);
  }
}

function tooMany(): AppError {
  return new AppError('rate_limited', 'Other messages are being sent to the channel. Try again in a minute.', {
    headers: { 'retry-after': '30' },
  });
}

async function sendTest(
  ctx: ChatContext,
  claim: ClaimedChatChannel,
  words: string,
): Promise<{ claim: ClaimedChatChannel; outcome: ChatPostOutcome }> {
  const { workspace, actor } = ctx;
  const address = decryptChatAddress(ctx.ai, claim);
  const url = `${ctx.chat.origin()}/${workspace.slug}/settings/notifications`;
  const t = translatorIn('mail', await readWorkspaceLanguage(ctx));
  const message = testMessage(t, words, { workspace: workspace.name, by: actor.name, url });
  const outcome = address ? await ctx.chat.post(address, message) : UNDECRYPTABLE;
  const isTaken = outcome.result === 'accepted';
  await releaseChannel(ctx.db, claim, {
    freeAt: new Date(Date.now() + CHAT_PROTOCOLS[claim.kind].spacing),
    misses: isTaken ? 0 : claim.misses,
    error: isTaken ? null : outcome.reason,
  });
  return { claim, outcome };
}

/** Stores the outcome, unless the URL was replaced in the meantime. Returns true if a user has to enter the words. */
async function recordTest(
  em: EntityManager,
  ctx: ChatContext,
  claim: ClaimedChatChannel,
  { words, outcome }: { words: string; outcome: ChatPostOutcome },
): Promise<boolean> {
  if (outcome.result === 'gone') await markChannelFailing(em, ctx, claim, outcome.reason);
  if (outcome.result !== 'accepted') return false;
  const { id, version } = claim;
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE };
  const channel = await em.findOne(ChatConnectionEntity, { id, version }, lock);
  if (!channel) return false;
  const { state } = channel;
  const isUntested = state === 'untested';
  channel.testWords = isUntested ? words : null;
  channel.testedAt = isUntested ? null : new Date();
  channel.state = isUntested ? 'untested' : 'working';
  channel.failingSince = null;
  await em.flush();
  if (state === 'failing') {
    const changes = { kind: claim.kind };
    await recordEvent(em, ctx, { action: 'chat.recovered', subject: chatAuditSubjectOf(claim), changes });
  }
  return isUntested;
}

const FIND_WORDS = defineStatement({
  name: 'find-test-words-of-chat',
  scope: 'tenant',
  row: z.strictObject({ name: z.string(), words: z.string().nullable() }),
  sql: `
select name, test_words as words from chat_connections where workspace_id = :workspaceId and id = :id for no key update`,
});

/**
 * Confirms that the test message was read. From now on, messages are sent to the channel.
 * @throws AppError `chat_not_found`; `invalid_request` if the words aren't those of the last message
 */
export function confirmChatTestMessage(
  ctx: ChatContext,
  { id, words: typed }: ConfirmChatTest,
): Promise<ChatConnection> {
  const named = { workspaceId: ctx.workspace.id, id };
  return inTransaction(ctx, async (em) => {
    const found = await FIND_WORDS.first(em, named);
    if (!found) throw chatChannelNotFoundError(id);
    const { name, words } = found;
    if (words === null)
      throw invalidFieldError(
        'words',
        'No test message is waiting to be confirmed. Send one first, or reload.',
        'no_test_message',
      );
    if (!areTestWords(words, typed)) {
      throw invalidFieldError(
        'words',
        'Those aren’t the words of the last test message. Check the channel, or send another one.',
        'other_words',
      );
    }
    const confirmed = { state: 'working', testedAt: ctx.now, testWords: null, lastError: null } as const;
    await em.nativeUpdate(ChatConnectionEntity, named, confirmed);
    await recordEvent(em, ctx, { action: 'chat.confirmed', subject: chatAuditSubjectOf({ id, name }) });
    await publishTopics(em, workspaceNotificationSettingsLiveTopicOf(ctx.workspace.id));
    return getChatChannelById(ctx, id, em);
  });
}

/** Short words that sound different. */
const FIRST = [
  'amber',
  'brisk',
  'calm',
  'dusty',
  'eager',
  'fancy',
  'gentle',
  'humble',
  'ivory',
  'jolly',
  'lucky',
  'mellow',
];
const SECOND = [
  'anchor',
  'basket',
  'candle',
  'dragon',
  'falcon',
  'garden',
  'island',
  'kettle',
  'lantern',
  'meadow',
  'pencil',
  'rocket',
];

const oneOf = (words: readonly string[]) => words[randomInt(words.length)] ?? '';

/** Words known only to users who see the channel. */
const newTestWords = (): string => `${oneOf(FIRST)} ${oneOf(SECOND)}`;

/** Returns true if the words match, ignoring case and spaces. */
function areTestWords(words: string, typed: string): boolean {
  return typed.toLowerCase().split(/\s+/).filter(Boolean).join(' ') === words;
}

function testMessage(
  t: Translator<'mail'>,
  words: string,
  { workspace, by, url }: { workspace: string; by: string; url: string },
): ChatMessage {
  return {
    title: t('chatTest.title', { workspace }),
    lines: [t('chatTest.by', { by }), t('chatTest.words', { words })],
    link: { label: t('openSettings'), url },
  };
}
