import type { EntityManager } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/core';
import {
  RESTORE_DAYS,
  type DismissSuggestion,
  type RestoreSuggestion,
  type SuggestionDetail,
} from '@training/shared/suggestions/suggestions';
import { ownDepartment, type Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { publish } from '../../platform/live.ts';
import { recordEvent } from '../events/record-event.ts';
import { outgoingSuggestion, suggestionSubject, suggestionsTopic } from './suggestion-event.ts';
import { getSuggestion } from './read-suggestions.ts';
import { SuggestionEntity } from './suggestion.entity.ts';
import { serializePage, pendingForDocument } from './pending-for-document.ts';

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
      subject: suggestionSubject(suggestion),
      changes: { reason },
      outgoing: { ...outgoingSuggestion(suggestion), reason },
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
    await serializePage(em, ctx, id);
    const suggestion = await lockSuggestion(em, ctx, id);
    const { dismissedAt } = suggestion;
    if (suggestion.status !== 'dismissed' || !dismissedAt) {
      throw new AppError('suggestion_not_dismissed', `It is ${suggestion.status}, so there is nothing to undo.`);
    }
    if (ctx.now.getTime() - dismissedAt.getTime() > RESTORE_DAYS * DAY) {
      throw new AppError(
        'suggestion_not_dismissed',
        `It was dismissed more than ${RESTORE_DAYS} days ago, which can’t be undone.`,
      );
    }
    const newer = await pendingForDocument(em, suggestion, suggestion.departmentId ?? null);
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
    await recordEvent(em, ctx, { action: 'suggestion.restored', subject: suggestionSubject(suggestion) });
    await publish(em, suggestionsTopic(ctx.workspace.id));
  });
  return getSuggestion(ctx, { id });
}

/** Locks the suggestion. @throws AppError `suggestion_not_found`, also if the caller may not see it */
export async function lockSuggestion(em: EntityManager, ctx: Context, id: string) {
  const department = ownDepartment(ctx);
  const visible = department ? { $or: [{ departmentId: null }, { departmentId: department }] } : {};
  const suggestion = await em.findOne(SuggestionEntity, { id, ...visible }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!suggestion) throw new AppError('suggestion_not_found', `There is no suggestion ${id} that you can see.`);
  return suggestion;
}
