import type { EntityManager } from '@mikro-orm/postgresql';
import type { SectionKind } from '@training/shared/courses';
import type { AddComment, ResolveComment, ReviewComment } from '@training/shared/reviews';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { publish } from '../../platform/live.ts';
import { moduleTopic } from '../modules/module-topic.ts';
import { lockModule, type LockedModule } from '../modules/lock-module.ts';

const FIELDS = `json_build_object(
  'id', id, 'section', section, 'item_id', item_id, 'round', round, 'kind', kind, 'body', body,
  'author', json_build_object('id', author_id, 'name', author_name, 'reviewer', author_reviews), 'at', wire_time(at),
  'resolved', case when resolved_at is not null then
    json_build_object('by', resolved_by_name, 'at', wire_time(resolved_at)) end) as comment`;

const ADD = `
insert into review_comments (workspace_id, id, module_id, section, item_id, round, kind, body, author_id, author_name,
  author_reviews, at)
values ($1, $2, $3, $4, $5, $6, 'comment', $7, $8, $9, $10, $11)
returning ${FIELDS}`;

const MODULE_OF = `select module_id as "moduleId" from review_comments where workspace_id = $1 and id = $2`;

/** Who resolved it first stays. */
const RESOLVE = `
update review_comments set
  resolved_at = case when $3::boolean then coalesce(resolved_at, $4::timestamptz) end,
  resolved_by_name = case when $3::boolean then coalesce(resolved_by_name, $5::text) end
where workspace_id = $1 and id = $2
returning ${FIELDS}`;

/**
 * As PostgreSQL looks for an item in what was submitted or published, which is all that a review shows beside what is
 * there.
 */
const SHOWN_BEFORE = {
  flashcards: shownBefore('flashcards'),
  quiz: shownBefore('quiz'),
};

function shownBefore(section: SectionKind): string {
  const within = (table: string) =>
    `select 1 from ${table} where workspace_id = $1 and module_id = $2 and ${section} @> $3::jsonb`;
  return `${within('review_rounds')} union all ${within('module_revisions')} limit 1`;
}

/**
 * Says something about a section, or one card or question of it, be it there now or in what was submitted before, in
 * whatever state the module is once it has been submitted and until it is archived.
 * @throws AppError `module_not_found`, `forbidden`; `module_state`; `invalid_request` where the section never had such
 *   an item
 */
export function addComment(ctx: Context, input: AddComment): Promise<ReviewComment> {
  const { module_id, section, item_id, body } = input;
  return inTransaction(ctx, async (em) => {
    const locked = await lockModule(em, ctx, module_id);
    const { module, state } = locked;
    if (module.round === 0) {
      throw new AppError('module_state', 'The module has not been submitted yet; there is nothing to discuss.');
    }
    if (state.archived) throw new AppError('module_state', 'The module is archived; restore it to discuss it.');
    if (item_id !== undefined) await mustHaveBeenThere(em, ctx, locked, { section, item_id });
    return change(em, ctx, module_id, ADD, [
      newId(),
      module_id,
      section,
      item_id ?? null,
      module.round,
      body,
      authorOf(ctx),
      ctx.actor.name,
      ctx.reach !== 'department',
      // Not when the request came: what answers a query has to be later than it.
      new Date(),
    ]);
  });
}

async function mustHaveBeenThere(
  em: EntityManager,
  ctx: Context,
  { module, sections }: LockedModule,
  { section, item_id }: { section: SectionKind; item_id: string },
): Promise<void> {
  if (sections[section].items.some(({ id }) => id === item_id)) return;
  const values = [ctx.workspace.id, module.id, JSON.stringify([{ id: item_id }])];
  const found = await execute(em, SHOWN_BEFORE[section], values);
  if (found.length > 0) return;
  const message = `The module has no such ${section === 'quiz' ? 'question' : 'card'}, and had none when it was submitted`;
  throw new AppError('invalid_request', `${message}; comment on the whole section instead.`, {
    fields: [{ path: 'item_id', code: 'not_found', message }],
  });
}

/** Marks a comment as dealt with, or takes that back. @throws AppError `comment_not_found`, `forbidden` */
export function resolveComment(ctx: Context, { id, resolved }: ResolveComment): Promise<ReviewComment> {
  return inTransaction(ctx, async (em) => {
    const [found] = await execute<{ moduleId: string }>(em, MODULE_OF, [ctx.workspace.id, id]);
    if (!found) throw new AppError('comment_not_found', `There is no comment ${id} in this workspace.`);
    await lockModule(em, ctx, found.moduleId);
    return change(em, ctx, found.moduleId, RESOLVE, [id, resolved, new Date(), ctx.actor.name]);
  });
}

/** Comments are kept themselves, so that the audit log needs no row of theirs. */
async function change(em: EntityManager, ctx: Context, moduleId: string, statement: string, values: unknown[]) {
  const [row] = await execute<{ comment: ReviewComment }>(em, statement, [ctx.workspace.id, ...values]);
  await publish(em, moduleTopic(ctx.workspace.id, moduleId));
  return row!.comment;
}

function authorOf({ actor }: Context): string {
  if (actor.kind !== 'user') throw new AppError('forbidden', 'Comments are written by people; sign in to the console.');
  return actor.id;
}
