import type { RevisionRef, RevisionContent } from '@training/shared/reviews/revisions';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { COURSE_IS_VISIBLE } from '../courses/read-courses.ts';
import { snapshotSettingsJsonFieldsSql } from './compare-review.ts';

const READ_REVISION = defineStatement({
  name: 'read-revision',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select case when r.id is not null then json_build_object('number', r.number, 'at', to_iso(r.published_at),${snapshotSettingsJsonFieldsSql('r')},
  'flashcards', r.flashcards, 'quiz', r.quiz)::text else '' end as json
from modules m
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
left join module_revisions r on r.workspace_id = :workspaceId and r.module_id = m.id and r.number = :number
where m.workspace_id = :workspaceId and m.id = :id and ${COURSE_IS_VISIBLE}`,
});

/**
 * Reads a revision, to compare it with another or with the working copy.
 * @throws AppError `module_not_found`, also for a module of a department that the caller may not see;
 * `revision_not_found`
 */
export async function readRevision(ctx: Context, { module_id: id, number }: RevisionRef): Promise<RevisionContent> {
  const seen = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx) };
  const found = await READ_REVISION.first(ctx.db.pool, { ...seen, id, number });
  if (!found) throw new AppError('module_not_found', `There is no module ${id} that you can see.`);
  if (found.json === '') throw revisionNotFoundError(number);
  return createPreparedJson(found.json);
}

export function revisionNotFoundError(number: number): AppError {
  return new AppError('revision_not_found', `The module has no revision ${number}.`);
}
