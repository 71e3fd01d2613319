import { COURSE_ARCHIVE_FORMAT, ArchivedModule } from '@training/shared/courses/course-archive';
import { formatModuleItemsAsCsv, ITEM_TABLE_CSV_HEADER } from '@training/shared/courses/item-table';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { type Context, type MediaContext, departmentLimitOf } from '../../core/context.ts';
import { defineDownloadRoute, type DownloadableFile } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { encodeUtf8 } from '../../platform/zip.ts';
import { streamMediaZipEntries } from '../media/stored-media.ts';
import {
  maxAttemptsSql,
  questionsPerAttemptSql,
  showSolutionsSettingSql,
  topicPassScoresSql,
} from './attempt-settings.ts';
import { exportContentAsZip, recordCourseExport } from './record-transfer.ts';
import { COURSE_IS_VISIBLE } from './read-courses.ts';

/** Bytes of media in one archive: a ZIP without extensions has at most 4 GiB. */
const MOST_BYTES = 3_900 * 1024 * 1024;

const ArchivedCourse = z.strictObject({
  title: z.string(),
  emoji: z.string(),
  modules: z.array(z.uuid()),
  media_bytes: z.number(),
});
type ArchivedCourse = z.infer<typeof ArchivedCourse>;

/** SQL for the digests of the media that items name. */
const digestsIn = <const Items extends string>(items: Items) =>
  `array(select jsonb_path_query(${items}, '$[*].media[*].keyvalue() ? (@.key == "digest" || @.key == "captions").value') #>> '{}')` as const;
const DIGESTS = digestsIn('s.items');

const READ_COURSE = defineStatement({
  name: 'read-course-to-archive',
  scope: 'tenant',
  unprepared: true,
  row: ArchivedCourse,
  sql: `
select c.title, c.emoji, m.modules, coalesce((
  select sum(size)::float8 from media where workspace_id = :workspaceId and digest in (
    select unnest(${DIGESTS}) from sections s
    where s.workspace_id = :workspaceId and s.module_id = any (m.modules) and not :live::boolean
    union
    select unnest(${digestsIn('r.flashcards || r.quiz')}) from modules x
    join module_revisions r on r.workspace_id = :workspaceId and r.id = x.live_revision_id
    where x.workspace_id = :workspaceId and x.id = any (m.modules) and :live)
  ), 0) as media_bytes
from courses c, lateral (select array(
  select m.id from modules m
  where m.workspace_id = :workspaceId and m.course_id = c.id and m.status <> 'archived'
    and (not :live or m.status = 'published') and (:moduleId::uuid is null or m.id = :moduleId) order by m.position, m.id) as modules) m
where c.workspace_id = :workspaceId and c.id = :id and ${COURSE_IS_VISIBLE}`,
});

/** SQL for items without the suggestions of this workspace. */
const WITHOUT_SUGGESTIONS = `coalesce(jsonb_agg(case when item -> 'source' ? 'suggestion_id'
    then jsonb_set(item, '{source,suggestion_id}', 'null') else item end order by place), '[]')`;

/** SQL for the items of a section. */
const itemsOf = (kind: 'flashcards' | 'quiz') =>
  `(
  select ${WITHOUT_SUGGESTIONS}
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

/** SQL for items of the live revision `r`. */
const liveItems = <const Items extends string>(items: Items) =>
  `(select ${WITHOUT_SUGGESTIONS} from jsonb_array_elements(${items}) with ordinality i (item, place))` as const;

const READ_LIVE_MODULE = defineStatement({
  name: 'read-live-module-to-archive',
  scope: 'tenant',
  unprepared: true,
  row: JsonRow.extend({ media: z.array(z.string()) }),
  sql: `
select ${digestsIn('r.flashcards || r.quiz')} as media, jsonb_build_object(
  'title', r.title, 'language', m.language, 'validity_days', r.settings -> 'validity_days',
  'pass_score', r.settings -> 'pass_score', 'max_attempts', ${maxAttemptsSql('r.settings')},
  'show_solutions', ${showSolutionsSettingSql('r.settings')}, 'questions_per_attempt', ${questionsPerAttemptSql('r.settings')},
  'topic_scores', ${topicPassScoresSql('r.settings')}, 'flashcards', i.flashcards, 'quiz', i.quiz,
  'content_hashes', jsonb_build_object('flashcards', content_hash(i.flashcards), 'quiz', content_hash(i.quiz)))::text as json
from modules m
join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
cross join lateral (select ${liveItems('r.flashcards')} as flashcards, ${liveItems('r.quiz')} as quiz) i
where m.workspace_id = :workspaceId and m.id = :id and m.status = 'published'`,
});

type Reader = Pick<Context, 'db' | 'workspace' | 'actor'>;

/** Returns true for other systems: they get what is published, and no drafts. */
const isOfLive = ({ actor }: Pick<Context, 'actor'>) => actor.kind === 'token';

/** Returns a module as JSON, in the form of an archive, and the digests of its media. */
export const readModuleForArchive = (ctx: Reader, id: string) =>
  (isOfLive(ctx) ? READ_LIVE_MODULE : READ_MODULE).one(ctx.db.pool, { workspaceId: ctx.workspace.id, id });

/** Request to export a course, or one of its modules, for other systems. */
export const ExportCourse = z.strictObject({
  course_id: Id.describe('The course.'),
  module_id: Id.describe('Only this module of it.').optional(),
});
export type ExportCourse = z.infer<typeof ExportCourse>;

/**
 * Finds a course that the caller may read, with the ids of its modules, or that of one of them, for an export. Other
 * systems get published modules only.
 * @param withMedia True for a ZIP with their media.
 * @throws AppError `course_not_found`, `module_not_found`; `module_not_published` to other systems;
 * `invalid_request` if the media are too many for one ZIP
 */
export async function findCourseToExport(
  ctx: Context,
  { course_id: id, module_id }: ExportCourse,
  withMedia = false,
): Promise<ArchivedCourse> {
  const moduleId = module_id ?? null;
  const live = isOfLive(ctx);
  const of = { workspaceId: ctx.workspace.id, ownDepartment: departmentLimitOf(ctx), live };
  const course = await READ_COURSE.first(ctx.db.pool, { ...of, id, moduleId });
  if (!course) throw new AppError('course_not_found', `There is no course ${id} that you can see.`);
  if (live && course.modules.length === 0) throw new AppError('module_not_published', 'Nothing of it is published.');
  if (moduleId !== null && course.modules.length === 0) {
    throw new AppError('module_not_found', `There is no module ${moduleId} in this course.`);
  }
  if (withMedia && course.media_bytes > MOST_BYTES) {
    const words = 'The pictures, sound and film of this course are too many for one file. Download its modules.';
    throw new AppError('invalid_request', words);
  }
  return course;
}

/** Yields the archive of a course, or of one module: what its authors see, module by module. Notes its media. */
async function* archiveOf(ctx: Reader, { title, emoji, modules }: ArchivedCourse, digests = new Set<string>()) {
  const encoder = new TextEncoder();
  const head = JSON.stringify({ format: COURSE_ARCHIVE_FORMAT, course: { title, emoji } });
  yield encoder.encode(`${head.slice(0, -1)},"modules":[`);
  for (const [n, id] of modules.entries()) {
    const { json, media } = await readModuleForArchive(ctx, id);
    for (const digest of media) digests.add(digest);
    yield encoder.encode(`${n > 0 ? ',' : ''}\n${json}`);
  }
  yield encoder.encode('\n]}\n');
}

/** Yields the archive and the media that it names. */
async function* entriesOf(ctx: Reader & Pick<MediaContext, 'storage'>, course: ArchivedCourse) {
  const digests = new Set<string>();
  yield { name: 'course.json', body: archiveOf(ctx, course, digests) };
  yield* streamMediaZipEntries(ctx, digests);
}

export const ExportCourseArchive = ExportCourse.extend({
  with_media: z
    .enum(['true', 'false'])
    .describe('As a ZIP with pictures, sound and film, if it has any.')
    .default('false'),
});

/** Opens a course, or one of its modules: JSON, or a ZIP if media are asked for and there are any. */
export async function exportCourseArchive(
  ctx: Context & Pick<MediaContext, 'storage'>,
  { with_media: withMedia, ...input }: z.output<typeof ExportCourseArchive>,
): Promise<DownloadableFile> {
  const course = await findCourseToExport(ctx, input, withMedia === 'true');
  const exported = { ...input, title: course.title, format: 'archive' } as const;
  const day = ctx.now.toISOString().slice(0, 10);
  const name = `course-${input.course_id}-${day}`;
  if (withMedia === 'false' || course.media_bytes === 0) {
    await recordCourseExport(ctx, exported);
    return { name: `${name}.json`, type: 'application/json', body: archiveOf(ctx, course) };
  }
  const body = await exportContentAsZip(ctx, exported, () => entriesOf(ctx, course));
  return { name: `${name}.zip`, type: 'application/zip', body };
}

/** Opens the cards and questions of a course, or of one of its modules, as CSV. */
export async function exportCourseItemsCsv(ctx: Context, input: ExportCourse): Promise<DownloadableFile> {
  const { title, modules } = await findCourseToExport(ctx, input);
  await recordCourseExport(ctx, { ...input, title, format: 'table' });
  async function* rows() {
    yield encodeUtf8(ITEM_TABLE_CSV_HEADER);
    for (const id of modules)
      yield encodeUtf8(
        formatModuleItemsAsCsv(ArchivedModule.parse(JSON.parse((await readModuleForArchive(ctx, id)).json))),
      );
  }
  const day = ctx.now.toISOString().slice(0, 10);
  return { name: `course-${input.course_id}-${day}.csv`, type: 'text/csv; charset=utf-8', body: rows() };
}

export const ARCHIVE_AND_CSV_DOWNLOAD_ROUTES = [
  defineDownloadRoute({
    path: '/courses/:course_id/archive',
    permission: 'drafts:read',
    input: ExportCourseArchive,
    open: exportCourseArchive,
  }),
  defineDownloadRoute({
    path: '/courses/:course_id/csv',
    permission: 'drafts:read',
    input: ExportCourse,
    open: exportCourseItemsCsv,
  }),
];
