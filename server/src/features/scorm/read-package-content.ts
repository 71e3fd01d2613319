import { AttemptSettings, PassScore } from '@training/shared/courses/courses';
import {
  QUESTION_KINDS_NOT_IN_SCORM,
  type PreviewScormExport,
  type ScormExportPreview,
} from '@training/shared/courses/scorm';
import { z } from 'zod';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import {
  maxAttemptsSql,
  questionsPerAttemptSql,
  showSolutionsSettingSql,
  topicPassScoresSql,
} from '../courses/attempt-settings.ts';
import { COURSE_IS_VISIBLE } from '../courses/read-courses.ts';

/** The most that a package may have: other systems refuse larger ones, too. */
const MOST = { bytes: 1024 ** 3, files: 10_000 };

const PublishedModule = z.strictObject({
  id: z.string(),
  revision_id: z.string(),
  title: z.string(),
  revision: z.int(),
  settings: AttemptSettings.extend({ pass_score: PassScore }),
  cards: z.int(),
  questions: z.int(),
  languages: z.array(z.string()),
  left_out: z.array(z.string()),
  topics_left_out: z.array(z.string()),
  bytes: z.number(),
});
export type PublishedModule = z.infer<typeof PublishedModule>;

/** SQL for the settings of the revision `r`. */
const SETTINGS = `json_build_object('pass_score', (r.settings ->> 'pass_score')::float,
  'max_attempts', ${maxAttemptsSql('r.settings')}, 'show_solutions', ${showSolutionsSettingSql('r.settings')},
  'questions_per_attempt', ${questionsPerAttemptSql('r.settings')}, 'topic_scores', ${topicPassScoresSql('r.settings')})` as const;

/** SQL for the questions of the revision `r` that a package leaves out. */
const LEFT_OUT = `jsonb_array_elements(r.quiz) q (item) where item ->> 'kind' = any (:notPlayed::text[])`;

/** SQL for the topics of the revision `r` with a pass score of their own of which a package has no question. */
const TOPICS_LEFT_OUT = `array(
  select s ->> 'topic' from jsonb_array_elements(${topicPassScoresSql('r.settings')}) s
  where (select bool_and(item ->> 'kind' = any (:notPlayed::text[])) from jsonb_array_elements(r.quiz) q (item)
    where item ->> 'topic' = s ->> 'topic'))` as const;

const READ_COURSE = defineStatement({
  name: 'read-course-for-scorm',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    title: z.string(),
    modules: z.array(PublishedModule),
    unpublished: z.array(z.string()),
    exists: z.boolean(),
  }),
  sql: `
with asked as (
  select m.*, r.id as revision_id, r.number, ${SETTINGS} as live_settings, r.title as live_title, r.cards, r.questions - left_out.count as played,
    left_out.prompts, ${TOPICS_LEFT_OUT} as topics_left_out, octet_length(r.flashcards::text) + octet_length(r.quiz::text) as bytes, (
    select array_agg(v.language order by v.language) from module_variants v
    where v.workspace_id = :workspaceId and v.module_id = m.id and v.live_since is not null) as translated
  from modules m
  left join module_revisions r on r.workspace_id = :workspaceId and r.id = m.live_revision_id
  left join lateral (
    select count(*)::integer, coalesce(json_agg(left(item ->> 'prompt', 100)), '[]') as prompts from ${LEFT_OUT}
  ) left_out on true
  where m.workspace_id = :workspaceId and m.course_id = :courseId and m.status <> 'archived'
    and (:moduleId::uuid is null or m.id = :moduleId)
)
select c.title, (select count(*) > 0 from asked) as exists, coalesce((
  select json_agg(json_build_object('id', id, 'revision_id', revision_id, 'title', live_title, 'revision', number,
    'settings', live_settings,     'cards', cards, 'questions', played, 'languages', array[language] || translated, 'left_out', prompts,
    'topics_left_out', topics_left_out,
    'bytes', bytes * (1 + coalesce(cardinality(translated), 0))) order by position, id)
  from asked where cards + played > 0), '[]') as modules, array(
  select title from asked where revision_id is null or cards + played = 0 order by position, id) as unpublished
from courses c where c.workspace_id = :workspaceId and c.id = :courseId and ${COURSE_IS_VISIBLE}`,
});

const PackedFile = z.strictObject({
  digest: z.string(),
  type: z.string(),
  bytes: z.number(),
  pieces: z.array(z.strictObject({ id: z.string(), size: z.number() })),
});
export type PackedFile = z.infer<typeof PackedFile>;

const READ_FILES = defineStatement({
  name: 'read-files-for-scorm',
  scope: 'tenant',
  unprepared: true,
  row: PackedFile,
  sql: `
select f.digest, f.media_type as type, f.size as bytes, (
  select json_agg(json_build_object('id', p.id, 'size', p.size) order by p.n) from media_pieces p
  where p.workspace_id = :workspaceId and p.digest = f.digest) as pieces
from media f
where f.workspace_id = :workspaceId and f.digest in (
  select unnest(array[media ->> 'digest', media ->> 'captions'])
  from module_revisions r
  cross join jsonb_array_elements(r.flashcards || r.quiz) i (item)
  cross join jsonb_path_query(item, '$.media[*]') media
  where r.workspace_id = :workspaceId and r.id = any (:revisionIds::uuid[])
    and coalesce(item ->> 'kind', '') <> all (:notPlayed::text[]))
order by f.digest limit ${MOST.files + 1}`,
});

/** The content of a package. */
export interface PackageContent {
  title: string;
  modules: PublishedModule[];
  unpublished: string[];
  files: PackedFile[];
  bytes: number;
  isTooLarge: boolean;
}

/**
 * Reads what of a course, or of one of its modules, is published: the live revisions, never a draft.
 * @throws AppError `course_not_found`, `module_not_found`
 */
export async function readPackageContent(
  ctx: Context,
  { course_id: courseId, module_id }: PreviewScormExport,
): Promise<PackageContent> {
  const named = { workspaceId: ctx.workspace.id, notPlayed: [...QUESTION_KINDS_NOT_IN_SCORM] };
  const moduleId = module_id ?? null;
  const course = await READ_COURSE.first(ctx.db.pool, {
    ...named,
    ownDepartment: departmentLimitOf(ctx),
    courseId,
    moduleId,
  });
  if (!course) throw new AppError('course_not_found', `There is no course ${courseId} that you can see.`);
  const { title, modules, unpublished, exists } = course;
  if (moduleId !== null && !exists) {
    throw new AppError('module_not_found', `There is no module ${moduleId} in this course.`);
  }
  const revisionIds = modules.map(({ revision_id }) => revision_id);
  const files = await READ_FILES.all(ctx.db.pool, { ...named, revisionIds });
  const bytes = [...modules, ...files].reduce((sum, each) => sum + each.bytes, 0);
  return { title, modules, unpublished, files, bytes, isTooLarge: bytes > MOST.bytes || files.length > MOST.files };
}

/** Returns what a package would contain, and what it would leave out (rules/courses-and-modules 21). */
export async function previewScorm(ctx: Context, input: PreviewScormExport): Promise<ScormExportPreview> {
  const { modules, unpublished, bytes, isTooLarge } = await readPackageContent(ctx, input);
  const shown = modules.map(({ id, title, revision, cards, questions, languages, left_out, topics_left_out }) => {
    return { id, title, revision, cards, questions, languages, left_out, topics_left_out };
  });
  return { modules: shown, unpublished, bytes, is_too_large: isTooLarge };
}
