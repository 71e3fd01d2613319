import type { Flashcard, Question, SolutionVisibility, TopicPassScores } from '@training/shared/courses/courses';
import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { TestWorkspace } from '../../../test/make.ts';
import type { Client, TestServer } from '../../../test/server.ts';
import type { Context } from '../../core/context.ts';
import { newId } from '../../platform/ids.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { startOrResumeAttempt } from './quiz/start-or-resume-attempt.ts';
import { readModuleForStudy } from './study/read-module-for-study.ts';
import { startModule } from './study/start-module.ts';
import { viewCards, viewCardsAt, withoutWaitingOrChance } from '../../../test/view-cards.ts';

/** The answers to the single choices that modules of tests have. */
export const RIGHT: ImmediatelyGradedAnswer = { kind: 'single_choice', choice: 0 };
export const WRONG: ImmediatelyGradedAnswer = { kind: 'single_choice', choice: 1 };

export const choice = (prompt = 'Which?'): Question => ({
  id: newId(),
  kind: 'single_choice',
  prompt,
  options: ['This one', 'That one'],
  correct: 0,
  explanation: `Because of ${prompt}`,
});

export const flashcard = (front = 'Front'): Flashcard => ({ id: newId(), front, back: 'Back' });

const several = <Item>(count: number, make: (name: string) => Item) =>
  Array.from({ length: count }, (_, index) => make(`No. ${index}`));

/** Studies a module of single choices whose first options are right, from the start to its completion. */
export async function completeModule({ learning }: Client, module_id: string): Promise<ModuleForStudy> {
  const { enrollment_id } = await learning.start.mutate({ module_id });
  const { revision, cards } = await learning.open.query({ module_id });
  await viewCards(learning, { enrollment_id, revision_id: revision.id, card_ids: cards.map(({ id }) => id) });
  const { id: attempt_id, asked } = await learning.beginAttempt.mutate({ enrollment_id });
  for (const { id } of asked) await learning.answer.mutate({ attempt_id, question_id: id, response: RIGHT });
  return learning.open.query({ module_id });
}

/** Studies a whole module at one moment, as `completeModule` does. Answers the id of its cycle. */
export async function completeAt(ctx: Context, module_id: string): Promise<string> {
  const { enrollment_id } = await startModule(ctx, { module_id });
  const { revision, cards } = await readModuleForStudy(ctx, { module_id });
  await viewCardsAt(ctx, { enrollment_id, revision_id: revision.id, card_ids: cards.map(({ id }) => id) });
  const { id: attempt_id, asked } = await startOrResumeAttempt(ctx, { enrollment_id });
  for (const { id } of asked) await answerQuestion(ctx, { attempt_id, question_id: id, response: RIGHT });
  return enrollment_id;
}

type Content = { cards: Flashcard[]; questions: Question[] };
export type Learner = Awaited<ReturnType<Awaited<ReturnType<typeof classroomOf>>['learner']>>;

/** A workspace in which people study. */
export async function classroomOf(
  server: TestServer,
  { timeZone = 'UTC', in: given }: { timeZone?: string; in?: TestWorkspace } = {},
) {
  const { make, db } = server;
  await withoutWaitingOrChance(db);
  const workspace = given ?? (await make.workspace());
  await db.pool.query('update workspaces set time_zone = $2 where id = $1', [workspace.id, timeZone]);
  const course = await make.course(workspace, { published: true });

  return {
    workspace,
    course,

    /** Somebody who is signed in; `at` is them at a moment, for what the clock decides. */
    async learner(role: Role = 'learner', departmentId?: string) {
      const user = await make.user(workspace, { role, ...(departmentId && { departmentId }) });
      const headers = { cookie: await server.signIn(user.email), [WORKSPACE_HEADER]: workspace.slug };
      const { id, fullName: name, email } = user;
      const actor = { kind: 'user' as const, id, name, email, role, departmentId: departmentId ?? null };
      const at = (now: string): Context => ({
        ...make.contextOf(workspace),
        actor,
        reach: 'own',
        now: new Date(now),
      });
      return { ...user, headers, client: server.client(headers), at };
    },

    /** A published module of so many cards and single choices, or of those that are given. */
    async module({
      cards = 2,
      questions = 2,
      ...changes
    }: Partial<{
      cards: number | Flashcard[];
      questions: number | Question[];
      validityDays: number;
      passScore: number;
      maxAttempts: number;
      showSolutions: SolutionVisibility;
      questionsPerAttempt: number;
      topicScores: TopicPassScores;
    }> = {}) {
      const content: Content = {
        cards: typeof cards === 'number' ? several(cards, flashcard) : cards,
        questions: typeof questions === 'number' ? several(questions, choice) : questions,
      };
      const module = await make.module(workspace, course.id, { status: 'published', ...content, ...changes });
      return { ...module, ...content };
    },

    /** Publishes another revision, as a second approval would. */
    async revise(
      moduleId: string,
      { cards, questions }: Content,
      { at = new Date().toISOString(), validityDays = null as number | null, passScore = 0.8 } = {},
    ): Promise<{ id: string; number: number }> {
      const id = newId();
      const { rows } = await db.pool.query<{ number: number }>(
        `with revision as (
           insert into module_revisions (workspace_id, id, module_id, number, title, settings, flashcards, quiz, published_at,
             published_by_name)
           select m.workspace_id, $2, m.id, 1 + max(r.number), m.title,
             jsonb_build_object('validity_days', $5::integer, 'pass_score', $6::numeric, 'max_attempts', m.max_attempts,
               'questions_per_attempt', m.questions_per_attempt, 'topic_scores', m.topic_scores), $3::jsonb, $4::jsonb, $7, 'Reviewer'
           from modules m join module_revisions r on r.module_id = m.id where m.id = $1 group by m.workspace_id, m.id
           returning number)
         update modules set live_revision_id = $2, validity_days = $5 from revision where id = $1 returning number`,
        [moduleId, id, JSON.stringify(cards), JSON.stringify(questions), validityDays, passScore, at],
      );
      return { id, number: rows[0]!.number };
    },

    /** The cycle as it is stored. */
    async cycle(enrollmentId: string) {
      const { rows } = await db.pool.query<Record<string, unknown>>(
        `select progress::float8, attempts, best_score::float8, cards_seen, final_score::float8, is_current, source, cycle,
           to_iso(completed_at) as completed_at, to_iso(expires_at) as expires_at
         from enrollments where id = $1`,
        [enrollmentId],
      );
      return rows[0]!;
    },

    /** How many rows there are of each kind for a cycle, and how often its completion was recorded and told. */
    async traces(enrollmentId: string, moduleId: string) {
      const { rows } = await db.pool.query<Record<string, number>>(
        `select (select count(*)::integer from attempts where enrollment_id = $1) as attempts,
           (select count(*)::integer from answers g join attempts a on a.id = g.attempt_id where a.enrollment_id = $1) as answers,
           (select count(*)::integer from audit_events
             where action = 'learner.module_completed' and subject_id = $2) as recorded,
           (select count(*)::integer from outgoing_events
             where type = 'learner.module_completed' and data ->> 'module_id' = $2::text) as told`,
        [enrollmentId, moduleId],
      );
      return rows[0]!;
    },
  };
}
