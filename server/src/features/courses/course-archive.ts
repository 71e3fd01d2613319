import { ARCHIVE_FORMAT } from '@training/shared/courses/course-archive';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { type Context, ownDepartment } from '../../core/context.ts';
import { defineDownload } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { VISIBLE_COURSE } from './read-courses.ts';

const ArchivedCourse = z.strictObject({ title: z.string(), emoji: z.string(), modules: z.array(z.uuid()) });
type ArchivedCourse = z.infer<typeof ArchivedCourse>;

const READ_COURSE = defineStatement({
  name: 'read-course-to-archive',
  scope: 'tenant',
  unprepared: true,
  row: ArchivedCourse,
  sql: `
select c.title, c.emoji, array(
  select m.id from modules m
  where m.workspace_id = :workspaceId and m.course_id = c.id and m.status <> 'archived'
    and (:moduleId::uuid is null or m.id = :moduleId) order by m.position, m.id) as modules
from courses c where c.workspace_id = :workspaceId and c.id = :id and ${VISIBLE_COURSE}`,
});

/** SQL for the items of a section without the suggestions of this workspace. */
const itemsOf = (kind: 'flashcards' | 'quiz') =>
  `(
  select coalesce(jsonb_agg(case when item -> 'source' ? 'suggestion_id'
    then jsonb_set(item, '{source,suggestion_id}', 'null') else item end order by place), '[]')
  from sections s cross join jsonb_array_elements(s.items) with ordinality i (item, place)
  where s.workspace_id = :workspaceId and s.module_id = m.id and s.kind = '${kind}')` as const;

const READ_MODULE = defineStatement({
  name: 'read-module-to-archive',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow,
  sql: `
select (jsonb_build_object(
  'title', m.title, 'language', m.language, 'validity_days', m.validity_days, 'pass_score', m.pass_score,
  'max_attempts', m.max_attempts, 'show_solutions', m.show_solutions,
  'questions_per_attempt', m.questions_per_attempt, 'topic_scores', m.topic_scores, 'flashcards', m.flashcards, 'quiz', m.quiz,
  'content_hashes', jsonb_build_object('flashcards', content_hash(m.flashcards), 'quiz', content_hash(m.quiz))
  ) || m.settings)::text as json
from (
  select m.*, coalesce(m.working, '{}') as settings, ${itemsOf('flashcards')} as flashcards, ${itemsOf('quiz')} as quiz
  from modules m where m.workspace_id = :workspaceId and m.id = :id
) m`,
});

/** Returns a module of an archive as JSON. */
export async function moduleToArchive(ctx: Context, id: string): Promise<string> {
  const { json } = await READ_MODULE.one(ctx.db.pool, { workspaceId: ctx.workspace.id, id });
  return json;
}

/**
 * Finds a course whose drafts the caller may read, with the ids of its modules, or that of one of them.
 * @throws AppError `course_not_found`, `module_not_found`
 */
export async function courseToArchive(ctx: Context, id: string, moduleId: string | null = null) {
  const of = { workspaceId: ctx.workspace.id, ownDepartment: ownDepartment(ctx) };
  const course = await READ_COURSE.first(ctx.db.pool, { ...of, id, moduleId });
  if (!course) throw new AppError('course_not_found', `There is no course ${id} that you can see.`);
  if (moduleId !== null && course.modules.length === 0) {
    throw new AppError('module_not_found', `There is no module ${moduleId} in this course.`);
  }
  return course;
}

/** Yields the archive of a course, or of one module: what its authors see, module by module. */
async function* archiveOf(ctx: Context, { title, emoji, modules }: ArchivedCourse) {
  const encoder = new TextEncoder();
  const head = JSON.stringify({ format: ARCHIVE_FORMAT, course: { title, emoji } });
  yield encoder.encode(`${head.slice(0, -1)},"modules":[`);
  for (const [n, id] of modules.entries()) {
    yield encoder.encode(`${n > 0 ? ',' : ''}\n${await moduleToArchive(ctx, id)}`);
  }
  yield encoder.encode('\n]}\n');
}

/** The download of a course, or of one of its modules. */
export const COURSE_ARCHIVE_DOWNLOAD = defineDownload({
  path: '/courses/:course_id/archive',
  permission: 'drafts:read',
  input: z.strictObject({ course_id: Id, module_id: Id.optional() }),
  async open(ctx, { course_id: id, module_id: moduleId }) {
    const course = await courseToArchive(ctx, id, moduleId);
    const day = ctx.now.toISOString().slice(0, 10);
    return { name: `course-${id}-${day}.json`, type: 'application/json', body: archiveOf(ctx, course) };
  },
});
