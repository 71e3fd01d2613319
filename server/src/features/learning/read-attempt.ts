import { Question, QuestionWithoutSolution } from '@training/shared/courses/courses';
import { AttemptSummary, type Attempt, type AttemptRef, type OwnAttempt } from '@training/shared/learning/attempts';
import { z } from 'zod';
import { type Context, requireActingPerson } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import {
  localizeQuestion,
  readLocalizedRevisionTexts,
  localizeItem,
  localizeTitle,
  listUntranslatedItemIds,
  type LocalizedRevisionTexts,
} from '../translations/localized-texts.ts';
import { joinAllowedAndUsedAttemptsSql } from '../courses/attempt-settings.ts';
import { ATTEMPT_SHOWS_SOLUTIONS } from './attempt.ts';
import { ATTEMPT_SUMMARY_JSON_SQL } from './cycle-progress.ts';
import { arrangeDrawnQuestions } from './quiz/draw.ts';
import { toOwnQuizAnswer, STORED_ANSWER_JSON_SQL, StoredAnswer } from './given-answer.ts';
import { AppError } from '../../core/errors.ts';
import { AREAS_SHOWN_TO_LEARNER_JSON_SQL, MEDIA_SHOWN_TO_LEARNER_JSON_SQL } from '../media/shown-media.ts';

const FIND = defineStatement({
  name: 'find-own-attempt',
  scope: 'tenant',
  row: z.strictObject({ module_id: z.string(), title: z.string(), cycle: z.int(), time_zone: z.string() }),
  sql: `
select e.module_id, t.title, e.cycle, w.time_zone
from attempts a
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
join workspaces w on w.id = :workspaceId
join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
where a.workspace_id = :workspaceId and a.id = :attemptId and e.user_id = :userId`,
});

/** Returns an attempt of the caller, from any cycle. @throws AppError `attempt_not_found` */
export async function readOwnAttempt(
  ctx: Context,
  { attempt_id: attemptId, language }: AttemptRef,
): Promise<OwnAttempt> {
  const on = ctx.transaction ?? ctx.db.pool;
  const found = await FIND.first(on, { workspaceId: ctx.workspace.id, userId: requireActingPerson(ctx).id, attemptId });
  if (!found) throw new AppError('attempt_not_found', `You have no attempt ${attemptId}. Reload the page.`);
  const { attempt, shown } = await readShownAttempt(on, ctx, { attemptId, language });
  return { ...found, title: localizeTitle(shown, found.title), attempt };
}

/** SQL for the questions of the revision `r` without their solutions. */
const ASKED = `coalesce((
  select json_agg(jsonb_build_object('id', item -> 'id', 'kind', item -> 'kind', 'prompt', item -> 'prompt',
    'options', coalesce(item -> 'options', '[]'))
    || case when item ? 'matches' then jsonb_build_object('matches', item -> 'matches') else '{}' end || ${AREAS_SHOWN_TO_LEARNER_JSON_SQL} || ${MEDIA_SHOWN_TO_LEARNER_JSON_SQL} order by place)
  from jsonb_array_elements(r.quiz) with ordinality as questions (item, place)), '[]')` as const;

/** Reads solutions only for answered questions; no others leave the database. */
const READ = defineStatement({
  name: 'read-attempt',
  scope: 'tenant',
  row: z.strictObject({
    attempt: AttemptSummary,
    revision_id: z.string(),
    asked: z.array(QuestionWithoutSolution),
    draw: z.string().nullable(),
    drawn: z.array(z.string()).nullable(),
    solutions: z.boolean(),
    answers: z.array(z.strictObject({ stored: StoredAnswer, question: Question })),
  }),
  sql: `
select ${ATTEMPT_SUMMARY_JSON_SQL} as attempt, a.revision_id::text, ${ASKED} as asked, a.draw, a.drawn::text[], ${ATTEMPT_SHOWS_SOLUTIONS} as solutions, coalesce((
  select json_agg(json_build_object('stored', ${STORED_ANSWER_JSON_SQL}, 'question', q.question) order by q.place)
  from answers g
  join jsonb_array_elements(r.quiz) with ordinality q (question, place) on (q.question ->> 'id')::uuid = g.question_id
  where g.workspace_id = :workspaceId and g.attempt_id = a.id), '[]') as answers
from attempts a
join module_revisions r on r.workspace_id = :workspaceId and r.id = a.revision_id
cross join lateral (select r.number, r.questions, r.settings, r.quiz) t
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
left join module_revisions s on s.workspace_id = :workspaceId and s.id = e.revision_id
${joinAllowedAndUsedAttemptsSql('e', 's')}
where a.workspace_id = :workspaceId and a.id = :attemptId`,
});

/** Returns an attempt with all its answers, in the language that is asked for, else in the caller's own. */
export async function readAttemptInLanguage(
  on: StatementRunner,
  ctx: Context,
  named: AttemptInLanguage,
): Promise<Attempt> {
  return (await readShownAttempt(on, ctx, named)).attempt;
}

type AttemptInLanguage = { attemptId: string; language: string | undefined };

async function readShownAttempt(
  on: StatementRunner,
  ctx: Context,
  { attemptId, language }: AttemptInLanguage,
): Promise<{ attempt: Attempt; shown: LocalizedRevisionTexts }> {
  const { attempt, revision_id, asked, answers, ...given } = await READ.one(on, {
    workspaceId: ctx.workspace.id,
    attemptId,
  });
  const shown = await readLocalizedRevisionTexts(on, ctx, { revisionId: revision_id, language });
  const byQuestion = new Map(
    answers.map(({ question, stored }) => {
      return [question.id, toOwnQuizAnswer(localizeItem(shown, 'quiz', question), stored, given)] as const;
    }),
  );
  const drawn = arrangeDrawnQuestions(
    given.draw,
    asked.map((question) => localizeQuestion(shown, question)),
    given.drawn,
  );
  const inLanguage = {
    ...attempt,
    asked: drawn,
    answers: drawn.flatMap(({ id }) => byQuestion.get(id) ?? []),
    language: shown.language ?? shown.source_language,
    untranslated: listUntranslatedItemIds(shown, { quiz: drawn }),
  };
  return { attempt: inLanguage, shown };
}
