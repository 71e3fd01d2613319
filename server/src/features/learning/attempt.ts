import { Question } from '@training/shared/courses/courses';
import { TranslatableTexts } from '@training/shared/translations/item-texts';
import { z } from 'zod';
import { requireActingPerson, type Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import {
  assertRevisionMayStillBeFinished,
  assertCycleCanBeStudied,
  Cycle,
  CYCLE_COLUMNS_SQL,
  CYCLE_FROM_CLAUSE,
} from './cycle.ts';
import { STORED_ANSWER_JSON_SQL, StoredAnswer } from './given-answer.ts';
import { JOIN_APPROVED_TEXTS } from '../translations/recount-variants.ts';
import { JOIN_VARIANT_IN_READER_LANGUAGE } from '../translations/localized-texts.ts';
import { joinAllowedAndUsedAttemptsSql, showSolutionsSettingSql } from '../courses/attempt-settings.ts';

/**
 * Finds the attempt to resume instead of starting a new one, and to carry answers over from: a passed one at the
 * current revision or, if there is none, the unfinished one.
 */
export const FIND_RESUMABLE_ATTEMPT = defineStatement({
  name: 'find-resumable-attempt',
  scope: 'tenant',
  row: z.strictObject({ id: z.string() }),
  sql: `
select a.id from attempts a
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
where a.workspace_id = :workspaceId and a.enrollment_id = :enrollmentId and a.revision_id = e.revision_id
  and a.state in ('open', 'waiting', 'passed')
order by a.state = 'passed' desc, a.number desc limit 1`,
});

/** SQL condition: the cycle of `limits` has no attempt left, and its quiz isn't passed. */
export const CYCLE_IS_OUT_OF_ATTEMPTS =
  `(not limits.going_on and not limits.passed and limits.used >= limits.allowed)` as const;

/**
 * SQL condition: the solutions of the attempt `a` at the revision `t` are shown, in the cycle `e` with its `limits`.
 * Used-up attempts count only if no other cycle gives new ones. A withdrawn cycle keeps showing what it showed.
 */
export const ATTEMPT_SHOWS_SOLUTIONS = `case ${showSolutionsSettingSql('t.settings')}
  when 'with_answer' then true
  when 'never' then false
  else e.completed_at is not null and e.attested_id is null or a.state = 'passed' or limits.passed or (${CYCLE_IS_OUT_OF_ATTEMPTS}
    and e.waived_at is null and (e.is_current or e.withdrawn_at is not null)) end` as const;

/** SQL condition: the learner is shown the solutions of the attempt of the answer `:answerId` (rules/learning 9). */
export const ATTEMPT_OF_ANSWER_SHOWS_SOLUTIONS = `(
  select ${ATTEMPT_SHOWS_SOLUTIONS}
  from answers g
  join attempts a on a.workspace_id = :workspaceId and a.id = g.attempt_id
  join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
  join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
  left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
  ${joinAllowedAndUsedAttemptsSql('e', 'r')}
  where g.workspace_id = :workspaceId and g.id = :answerId)` as const;

const AttemptRow = z.strictObject({
  attempt_id: z.string(),
  attempt_state: z.enum(['open', 'waiting', 'passed', 'failed', 'superseded']),
  /** Number of answered questions. */
  answered: z.int(),
  draw: z.string().nullable(),
});

/** A locked attempt of the caller, with one question of its revision. */
export const LockedAttempt = Cycle.extend({
  ...AttemptRow.shape,
  question: Question,
  item_hash: z.string(),
  /** The language in which the question is shown, and the approved translation of it; none for the source. */
  shown: z.strictObject({
    language: z.string(),
    texts: TranslatableTexts.nullable(),
    texts_hash: z.string().nullable(),
  }),
  /** The stored answer to the question. If set, nothing else was checked. */
  given: StoredAnswer.nullable(),
});
export type LockedAttempt = z.infer<typeof LockedAttempt>;

const LOCK = defineStatement({
  name: 'lock-cycle-of-attempt',
  scope: 'tenant',
  sql: `
select 1 from enrollments
where workspace_id = :workspaceId and user_id = :userId
  and id = (select enrollment_id from attempts where workspace_id = :workspaceId and id = :attemptId)
for no key update`,
});

/** Reads only the one question. */
const READ = defineStatement({
  name: 'read-attempt-and-question',
  scope: 'tenant',
  row: LockedAttempt.extend({ question: Question.nullable(), item_hash: z.string().nullable() }),
  sql: `
select ${CYCLE_COLUMNS_SQL}, a.id as attempt_id, a.state as attempt_state, a.draw, (
    select count(*)::integer from answers b where b.workspace_id = :workspaceId and b.attempt_id = a.id) as answered,
  q.question, s.source_hash as item_hash, json_build_object(
    'language', case when approved.item_id is not null then v.language else m.language end,
    'texts', approved.texts, 'texts_hash', approved.texts_hash) as shown,
  case when g.id is not null then ${STORED_ANSWER_JSON_SQL} end as given
${CYCLE_FROM_CLAUSE}
join attempts a on a.workspace_id = :workspaceId and a.enrollment_id = e.id and a.id = :attemptId
join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
left join lateral (
  select jsonb_path_query_first(t.quiz, '$[*] ? (@.id == $id)', jsonb_build_object('id', :questionId::text)) as question
  where a.drawn is null or :questionId::uuid = any (a.drawn)
) q on true
cross join lateral (select 'quiz' as part, :questionId::uuid as item_id, item_hash(q.question) as source_hash) s
${JOIN_VARIANT_IN_READER_LANGUAGE}
${JOIN_APPROVED_TEXTS}
left join answers g on g.workspace_id = :workspaceId and g.attempt_id = a.id and g.question_id = :questionId::uuid
where e.workspace_id = :workspaceId and e.user_id = :userId
  and e.id = (select enrollment_id from attempts where workspace_id = :workspaceId and id = :attemptId)`,
});

/**
 * Locks an attempt of the caller to answer one of its questions. Locks the cycle first, so that concurrent calls wait
 * there. If the question is already answered, returns that answer in `given`, whatever the state of the attempt, so
 * that a repeated call gets the same response. Otherwise the attempt accepts an answer.
 * @throws AppError `attempt_not_found`, `question_not_found`; `attempt_ended`, `cycle_completed`, `cycle_closed`,
 *   `module_not_published`, `revision_outdated`
 */
export async function lockAttempt(
  on: StatementRunner,
  ctx: Context,
  { attemptId, questionId, language }: { attemptId: string; questionId: string; language: string | undefined },
): Promise<LockedAttempt> {
  const named = { workspaceId: ctx.workspace.id, attemptId, userId: requireActingPerson(ctx).id };
  // Sent together. The second runs once the first has its lock, and so sees what was committed meanwhile.
  const [, found] = await Promise.all([
    LOCK.run(on, named),
    READ.first(on, { ...named, questionId, language: language ?? null, now: ctx.now }),
  ]);
  if (!found) throw new AppError('attempt_not_found', `You have no attempt ${attemptId}. Reload the page.`);
  const { question, item_hash } = found;
  if (question === null || item_hash === null) {
    throw new AppError('question_not_found', `The attempt has no question ${questionId}. Reload the page.`);
  }
  if (!found.given) {
    const cycle = assertCycleCanBeStudied(found);
    if (found.attempt_state !== 'open') {
      throw new AppError(
        'attempt_ended',
        'The attempt has ended, or continues with a newer revision. Reload the page.',
      );
    }
    assertRevisionMayStillBeFinished(cycle);
  }
  return { ...found, question, item_hash };
}
