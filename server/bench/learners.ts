// People who study: published modules without a question that somebody has to grade, and who has not begun them.
import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import type { Question } from '@training/shared/courses/courses';
import type { Context, Workspace } from '../src/core/context.ts';
import type { Database } from '../src/database/database.ts';
import { startOrResumeAttempt } from '../src/features/learning/quiz/start-or-resume-attempt.ts';
import { readModuleForStudy } from '../src/features/learning/study/read-module-for-study.ts';
import { startModule } from '../src/features/learning/study/start-module.ts';
import { viewCardsAt, withoutWaitingOrChance } from '../test/view-cards.ts';
import type { Person } from './reviewed-workspace.ts';

const PUBLISHED_BY = 'Bench of dozens';

/** Another revision of modules that are published: of a dozen questions, none of them spoken. */
const PUBLISH = `
with chosen as (
  select m.id, m.live_revision_id from modules m
  where m.workspace_id = $1 and m.status = 'published' and m.workflow is null order by m.id limit $2
), revised as (
  insert into module_revisions (workspace_id, id, module_id, number, title, settings, flashcards, quiz, published_at, published_by_name)
  select r.workspace_id, gen_random_uuid(), r.module_id, r.number + 1, r.title, r.settings, r.flashcards,
    (select jsonb_agg(q || jsonb_build_object('id', gen_random_uuid()) order by n, r.id)
     from generate_series(1, 4) n, jsonb_path_query(r.quiz, '$[*] ? (@.kind != "spoken")') q), now(), $3
  from chosen c join module_revisions r on r.workspace_id = $1 and r.id = c.live_revision_id
  returning id, module_id
)
update modules m set live_revision_id = r.id from revised r where m.workspace_id = $1 and m.id = r.module_id`;

const FIND_MODULES = `
select m.id from modules m join module_revisions r on r.workspace_id = $1 and r.id = m.live_revision_id
where m.workspace_id = $1 and m.status = 'published' and r.published_by_name = $2 order by m.id limit $3`;

/** So many modules that are graded at once; made where they are missing. */
export async function quickModules({ pool }: Database, workspace: Workspace, count: number): Promise<string[]> {
  const find = async () =>
    (await pool.query<{ id: string }>(FIND_MODULES, [workspace.id, PUBLISHED_BY, count])).rows.map(({ id }) => id);
  const found = await find();
  if (found.length >= count) return found;
  await pool.query(PUBLISH, [workspace.id, count, PUBLISHED_BY]);
  await pool.query('vacuum (analyze) modules, module_revisions');
  return find();
}

const FIND_LEARNERS = `
select u.id, u.full_name as name, u.email, u.role, u.department_id as "departmentId" from users u
where u.workspace_id = $1 and u.role = 'learner' and u.is_active and not exists (
  select from enrollments e where e.workspace_id = $1 and e.user_id = u.id and e.module_id = any($2::uuid[]))
order by u.id limit $3`;

/** So many people who have begun none of the modules. */
export async function newLearners(
  db: Database,
  workspace: Workspace,
  { modules, count }: { modules: string[]; count: number },
): Promise<Person[]> {
  // What answers and cards cost is measured: not the second that a card needs, nor the order of options.
  await withoutWaitingOrChance(db);
  const { rows } = await db.pool.query<Omit<Person, 'kind'>>(FIND_LEARNERS, [workspace.id, modules, count]);
  if (rows.length < count) throw new Error(`Only ${rows.length} people have not begun them: take another folder`);
  return rows.map((row) => ({ kind: 'user', ...row }));
}

/** The right answer to a question of the seed. */
export function rightAnswer({ kind }: Pick<Question, 'kind'>): ImmediatelyGradedAnswer {
  if (kind === 'single_choice') return { kind, choice: 1 };
  if (kind === 'multiple_choice') return { kind, choices: [0, 2, 3] };
  return { kind: 'short_text', text: 'near miss' };
}

/** The module as far as the first question, with all cards seen. */
export async function beginQuiz(ctx: Context & { actor: Person }, module_id: string) {
  const { enrollment_id } = await startModule(ctx, { module_id });
  const { revision, cards } = await readModuleForStudy(ctx, { module_id });
  await viewCardsAt(ctx, { enrollment_id, revision_id: revision.id, card_ids: cards.map(({ id }) => id) });
  const { id, asked } = await startOrResumeAttempt(ctx, { enrollment_id });
  return { userId: ctx.actor.id, enrollmentId: enrollment_id, attemptId: id, questions: asked };
}
