import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  type DismissSuggestion,
  DISMISSAL_RESTORE_DAYS,
  type RestoreSuggestion,
  type SuggestionDetail,
} from '@training/shared/suggestions/suggestions';
import { z } from 'zod';
import { type Context, departmentLimitOf } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { recordEvent } from '../events/record-event.ts';
import { LOCK_SUGGESTION_KEYS, advisoryLockKeysOf } from './intake/suggestion-keys.ts';
import { getSuggestion } from './read-suggestions.ts';
import { suggestionEventFieldsOf, suggestionsLiveTopicOf, suggestionAuditSubjectOf } from './suggestion-event.ts';
import { SuggestionEntity, type SuggestionRow } from './suggestion.entity.ts';

const PAGE_OF = defineStatement({
  name: 'page-of-suggestion',
  scope: 'tenant',
  row: z.strictObject({ document: z.string().nullable() }),
  sql: `select document from suggestions where workspace_id = :workspaceId and id = :id`,
});

/**
 * Serializes with pushes of the suggestion's page. Must run before the suggestion is locked, because an intake also
 * takes this lock before the rows.
 */
export async function lockSourcePageOfSuggestion(em: EntityManager, { workspace }: Context, id: string): Promise<void> {
  const page = await PAGE_OF.first(em, { workspaceId: workspace.id, id });
  if (page?.document)
    await LOCK_SUGGESTION_KEYS.run(em, { locks: advisoryLockKeysOf(workspace.id, [BigInt(page.document)]) });
}

/**
 * Returns another pending suggestion of the same page in that department, if there is one; there is at most one
 * (rules/suggestions 6).
 */
export async function findOtherPendingOfSamePage(
  em: EntityManager,
  { id, document }: SuggestionRow,
  departmentId: string | null,
) {
  return document ? em.findOne(SuggestionEntity, { document, departmentId, status: 'pending', id: { $ne: id } }) : null;
}

const DAY = 86_400_000;

/** @throws AppError `suggestion_not_found`, `suggestion_not_pending` */
export async function dismissSuggestion(ctx: Context, { id, reason }: DismissSuggestion): Promise<SuggestionDetail> {
  await inTransaction(ctx, async (em) => {
    const suggestion = await lockSuggestion(em, ctx, id);
    if (suggestion.status !== 'pending') {
      throw new AppError('suggestion_not_pending', `It is ${suggestion.status} now. Reload the queue.`);
    }
    suggestion.status = 'dismissed';
    suggestion.dismissedAt = ctx.now;
    suggestion.dismissedByName = ctx.actor.name;
    suggestion.dismissReason = reason;
    await em.flush();
    await recordEvent(em, ctx, {
      action: 'suggestion.dismissed',
      subject: suggestionAuditSubjectOf(suggestion),
      changes: { reason },
      outgoing: { ...suggestionEventFieldsOf(suggestion), reason },
    });
  });
  return getSuggestion(ctx, { id });
}

/**
 * Reverts a dismissal, within 30 days (rules/suggestions 1).
 * @throws AppError `suggestion_not_found`, `suggestion_not_dismissed`
 */
export async function restoreSuggestion(ctx: Context, { id }: RestoreSuggestion): Promise<SuggestionDetail> {
  await inTransaction(ctx, async (em) => {
    await lockSourcePageOfSuggestion(em, ctx, id);
    const suggestion = await lockSuggestion(em, ctx, id);
    const { dismissedAt } = suggestion;
    if (suggestion.status !== 'dismissed' || !dismissedAt) {
      throw new AppError('suggestion_not_dismissed', `It is ${suggestion.status}, so there is nothing to undo.`);
    }
    if (ctx.now.getTime() - dismissedAt.getTime() > DISMISSAL_RESTORE_DAYS * DAY) {
      throw new AppError(
        'suggestion_not_dismissed',
        `It was dismissed more than ${DISMISSAL_RESTORE_DAYS} days ago, which can’t be undone.`,
      );
    }
    const newer = await findOtherPendingOfSamePage(em, suggestion, suggestion.departmentId ?? null);
    if (newer) {
      throw new AppError(
        'suggestion_not_dismissed',
        `A newer version of the same page is waiting: “${newer.title}”. Dismiss that one first.`,
      );
    }
    suggestion.status = 'pending';
    suggestion.dismissedAt = null;
    suggestion.dismissedByName = null;
    suggestion.dismissReason = null;
    await em.flush();
    await recordEvent(em, ctx, { action: 'suggestion.restored', subject: suggestionAuditSubjectOf(suggestion) });
    await publishTopics(em, suggestionsLiveTopicOf(ctx.workspace.id));
  });
  return getSuggestion(ctx, { id });
}

/** Locks the suggestion. @throws AppError `suggestion_not_found`, also if the caller may not see it */
export async function lockSuggestion(em: EntityManager, ctx: Context, id: string) {
  const department = departmentLimitOf(ctx);
  const visible = department ? { $or: [{ departmentId: null }, { departmentId: department }] } : {};
  const suggestion = await em.findOne(SuggestionEntity, { id, ...visible }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!suggestion) throw new AppError('suggestion_not_found', `There is no suggestion ${id} that you can see.`);
  return suggestion;
}
