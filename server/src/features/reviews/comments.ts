import type { EntityManager } from '@mikro-orm/postgresql';
import type { AddComment, ResolveComment, ReviewComment } from '@training/shared/reviews';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { inTransaction } from '../../database/transaction.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../platform/ids.ts';
import { publish } from '../../platform/live.ts';
import { moduleTopic } from '../modules/module-topic.ts';
import { lockModule } from './lock-module.ts';

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
 * Says something about a section, or one card or question of it, in whatever state the module is once it has been submitted.
 * @throws AppError `module_not_found`, `forbidden`; `invalid_request` where the section has no such item; `module_state`
 */
export function addComment(ctx: Context, input: AddComment): Promise<ReviewComment> {
  const { module_id, section, item_id, body } = input;
  return inTransaction(ctx, async (em) => {
    const { module, sections } = await lockModule(em, ctx, module_id);
    if (item_id !== undefined && !sections[section].items.some(({ id }) => id === item_id)) {
      const message = `There is no such item in the ${section} section`;
      throw new AppError('invalid_request', `${message}; leave item_id out to speak of all of it.`, {
        fields: [{ path: 'item_id', code: 'custom', message }],
      });
    }
    if (module.round === 0) {
      throw new AppError('module_state', 'The module has not been submitted yet; there is nothing to discuss.');
    }
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
