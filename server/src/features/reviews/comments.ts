import type { EntityManager } from '@mikro-orm/postgresql';
import type { SectionKind } from '@training/shared/courses/courses';
import type { AddComment, ResolveOrReopenComment, ReviewComment } from '@training/shared/reviews/reviews';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { moduleLiveTopicOf } from '../courses/modules/module-topic.ts';
import { lockModule, type LockedModule } from '../courses/modules/lock-module.ts';
import { ReviewCommentEntity, type CommentRow } from './review.entity.ts';

/** Maximum comments of one round: a module is read with its newest ones. */
const MOST_IN_ROUND = 500;

/**
 * Statements that search for an item in what was submitted and published lately, which is what a review shows besides
 * the current content. Each version may have a million characters, so older ones aren't searched.
 */
const SHOWN_BEFORE = {
  flashcards: shownBefore('flashcards'),
  quiz: shownBefore('quiz'),
};

function shownBefore<const Section extends SectionKind>(section: Section) {
  return defineStatement({
    name: `${section}-shown-before`,
    scope: 'tenant',
    sql: `
select 1 from (
  select ${section} from review_rounds where workspace_id = :workspaceId and module_id = :moduleId
  order by round desc limit 50) r where ${section} @> :item::jsonb
union all
select 1 from (
  select ${section} from module_revisions where workspace_id = :workspaceId and module_id = :moduleId
  order by number desc limit 50) v where ${section} @> :item::jsonb
limit 1`,
  });
}

/**
 * Adds a comment to a section, or to a card or question that it has now or had when submitted. Allowed in every state
 * from the first submission until the module is archived.
 * @throws AppError `module_not_found`, `forbidden`; `module_state`; `invalid_request` if the section never had the
 *   item, or the round has 500 comments
 */
export function addComment(ctx: Context, input: AddComment): Promise<ReviewComment> {
  const { module_id, section, item_id, body } = input;
  return inTransaction(ctx, async (em) => {
    const locked = await lockModule(em, ctx, module_id);
    const { module, state } = locked;
    if (module.round === 0) {
      throw new AppError('module_state', 'The module hasn’t been submitted yet, so there is nothing to discuss.');
    }
    if (state.archived) throw new AppError('module_state', 'The module is archived. Restore it to discuss it.');
    if (item_id !== undefined) await mustHaveBeenThere(em, ctx, locked, { section, item_id });
    await mustHaveRoom(em, locked);
    const comment = em.create(ReviewCommentEntity, {
      workspaceId: ctx.workspace.id,
      id: newId(),
      moduleId: module_id,
      section,
      itemId: item_id ?? null,
      round: module.round,
      kind: 'comment',
      body,
      authorId: authorOf(ctx),
      authorName: ctx.actor.name,
      authorReviews: ctx.reach !== 'department',
      // Not the time of the request: an answer must be later than the query.
      at: new Date(),
      resolvedAt: null,
      resolvedByName: null,
    });
    await em.flush();
    await publishTopics(em, moduleLiveTopicOf(ctx.workspace.id, module_id));
    return commentOf(comment);
  });
}

async function mustHaveRoom(em: EntityManager, { module: { id: moduleId, round } }: LockedModule): Promise<void> {
  if ((await em.count(ReviewCommentEntity, { moduleId, round })) < MOST_IN_ROUND) return;
  const message = `The round has ${MOST_IN_ROUND} comments, which is the limit`;
  const then = 'Decide on the module, or change it and submit it again.';
  throw invalidFieldError('module_id', message, 'too_big', `${message}. ${then}`);
}

async function mustHaveBeenThere(
  em: EntityManager,
  ctx: Context,
  { module, sections }: LockedModule,
  { section, item_id }: { section: SectionKind; item_id: string },
): Promise<void> {
  if (sections[section].items.some(({ id }) => id === item_id)) return;
  const item = JSON.stringify([{ id: item_id }]);
  const shown = { workspaceId: ctx.workspace.id, moduleId: module.id, item };
  if ((await SHOWN_BEFORE[section].run(em, shown)) > 0) return;
  const message = `The module has no such ${section === 'quiz' ? 'question' : 'card'}, and had none when it was submitted`;
  throw invalidFieldError('item_id', message, 'not_found', `${message}; comment on the whole section instead.`);
}

/** Marks a comment as resolved or unresolved. @throws AppError `comment_not_found`, `forbidden` */
export function setCommentResolved(ctx: Context, { id, resolved }: ResolveOrReopenComment): Promise<ReviewComment> {
  return inTransaction(ctx, async (em) => {
    const comment = await em.findOne(ReviewCommentEntity, { id });
    if (!comment) throw new AppError('comment_not_found', `There is no comment ${id} in this workspace.`);
    await lockModule(em, ctx, comment.moduleId);
    // Somebody else may have resolved it while the lock was waited for; the first resolver is kept.
    await em.refresh(comment);
    comment.resolvedAt = resolved ? (comment.resolvedAt ?? new Date()) : null;
    comment.resolvedByName = resolved ? (comment.resolvedByName ?? ctx.actor.name) : null;
    await em.flush();
    await publishTopics(em, moduleLiveTopicOf(ctx.workspace.id, comment.moduleId));
    return commentOf(comment);
  });
}

function commentOf(comment: CommentRow): ReviewComment {
  const { id, section, itemId, round, kind, body, authorId, authorName, authorReviews, at } = comment;
  const { resolvedAt, resolvedByName } = comment;
  return {
    id,
    section,
    item_id: itemId ?? null,
    round,
    kind,
    body,
    author: { id: authorId, name: authorName, reviewer: authorReviews },
    at: at.toISOString(),
    resolved: resolvedAt ? { by: resolvedByName ?? '', at: resolvedAt.toISOString() } : null,
  };
}

function authorOf({ actor }: Context): string {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Comments are written by people; sign in to the console.');
  return actor.id;
}
