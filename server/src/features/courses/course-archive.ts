import { ARCHIVE_FORMAT } from '@training/shared/courses/course-archive';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { createCourseArchive } from '../../core/archive.ts';
import { type Context, type MediaContext, ownDepartment } from '../../core/context.ts';
import { defineDownload } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { mediaEntries } from '../media/stored-media.ts';
import { VISIBLE_COURSE } from './read-courses.ts';

/** Bytes of media in one archive: a ZIP without extensions has at most 4 GiB. */
const MOST_BYTES = 3_900 * 1024 * 1024;

const ArchivedCourse = z.strictObject({
  title: z.string(),
  emoji: z.string(),
  modules: z.array(z.uuid()),
  media_bytes: z.number(),
});
type ArchivedCourse = z.infer<typeof ArchivedCourse>;

/** SQL for the digests of the media that a section `s` names. */
const DIGESTS = `array(
  select jsonb_path_query(s.items, '$[*].media[*].keyvalue() ? (@.key == "digest" || @.key == "captions").value') #>> '{}')`;

const READ_COURSE = defineStatement({
  name: 'read-course-to-archive',
  scope: 'tenant',
  unprepared: true,
  row: ArchivedCourse,
  sql: `
select c.title, c.emoji, m.modules, coalesce((
  select sum(size)::float8 from media where workspace_id = :workspaceId and digest in (
    select unnest(${DIGESTS}) from sections s where s.workspace_id = :workspaceId and s.module_id = any (m.modules))
  ), 0) as media_bytes
from courses c, lateral (select array(
  select m.id from modules m
  where m.workspace_id = :workspaceId and m.course_id = c.id and m.status <> 'archived'
    and (:moduleId::uuid is null or m.id = :moduleId) order by m.position, m.id) as modules) m
where c.workspace_id = :workspaceId and c.id = :id and ${VISIBLE_COURSE}`,
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
  row: JsonRow.extend({ media: z.array(z.string()) }),
  sql: `
select array(select unnest(${DIGESTS}) from sections s
  where s.workspace_id = :workspaceId and s.module_id = m.id) as media, (jsonb_build_object(
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

/** Returns a module of an archive as JSON, and the digests of its media. */
export const moduleToArchive = (ctx: Pick<Context, 'db' | 'workspace'>, id: string) =>
  READ_MODULE.one(ctx.db.pool, { workspaceId: ctx.workspace.id, id });

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

/** @throws AppError `invalid_request` if the media of a course are too many for one ZIP */
export function mustFitZip({ media_bytes }: Pick<ArchivedCourse, 'media_bytes'>): void {
  if (media_bytes <= MOST_BYTES) return;
  const words = 'The pictures, sound and film of this course are too many for one file. Download its modules.';
  throw new AppError('invalid_request', words);
}

/** Yields the archive of a course, or of one module: what its authors see, module by module. Notes its media. */
async function* archiveOf(
  ctx: Pick<Context, 'db' | 'workspace'>,
  { title, emoji, modules }: ArchivedCourse,
  digests = new Set<string>(),
) {
  const encoder = new TextEncoder();
  const head = JSON.stringify({ format: ARCHIVE_FORMAT, course: { title, emoji } });
  yield encoder.encode(`${head.slice(0, -1)},"modules":[`);
  for (const [n, id] of modules.entries()) {
    const { json, media } = await moduleToArchive(ctx, id);
    for (const digest of media) digests.add(digest);
    yield encoder.encode(`${n > 0 ? ',' : ''}\n${json}`);
  }
  yield encoder.encode('\n]}\n');
}

/** Yields the archive and the media that it names. */
async function* entriesOf(ctx: Pick<MediaContext, 'db' | 'storage' | 'workspace'>, course: ArchivedCourse) {
  const digests = new Set<string>();
  yield { name: 'course.json', body: archiveOf(ctx, course, digests) };
  yield* mediaEntries(ctx, digests);
}

/** The download of a course, or of one of its modules: JSON, or a ZIP if media are asked for and there are any. */
export const COURSE_ARCHIVE_DOWNLOAD = defineDownload({
  path: '/courses/:course_id/archive',
  permission: 'drafts:read',
  input: z.strictObject({ course_id: Id, module_id: Id.optional(), with_media: z.literal('true').optional() }),
  async open(ctx, { course_id: id, module_id: moduleId, with_media: withMedia }) {
    const course = await courseToArchive(ctx, id, moduleId);
    const day = ctx.now.toISOString().slice(0, 10);
    const name = `course-${id}-${day}`;
    if (withMedia === undefined || course.media_bytes === 0) {
      return { name: `${name}.json`, type: 'application/json', body: archiveOf(ctx, course) };
    }
    mustFitZip(course);
    const body = await createCourseArchive(ctx, () => entriesOf(ctx, course));
    return { name: `${name}.zip`, type: 'application/zip', body };
  },
});
