import { AttemptSummary } from '@training/shared/learning/attempts';
import { CycleProgress } from '@training/shared/learning/learning';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { joinAllowedAndUsedAttemptsSql } from '../courses/attempt-settings.ts';
import { topicPassScoreResultsJsonSql } from '../courses/topic-results.ts';
import { ATTEMPT_SHOWS_SOLUTIONS } from './attempt.ts';

/**
 * SQL for the status of the cycle `e`; `r` is the revision that it studies, if any. A cycle is not `waiting` while its
 * learner can still correct a transcript.
 */
export const CYCLE_STATUS_SQL = `case
  when e.completed_at is not null then 'completed'
  when e.cards_seen >= r.cards and exists (
    select from attempts w
    where w.workspace_id = :workspaceId and w.enrollment_id = e.id and w.state = 'waiting' and not exists (
      select from answers n
      where n.workspace_id = :workspaceId and n.attempt_id = w.id and n.state = 'transcribing')) then 'waiting'
  when e.started_at is not null then 'in_progress'
  else 'not_started' end` as const;

/** SQL for the attempt `a` as JSON; `t` is its revision. */
export const ATTEMPT_SUMMARY_JSON_SQL = `json_build_object(
  'id', a.id, 'number', a.number, 'revision', t.number, 'state', a.state, 'pass_score', a.pass_score::float8,
  'questions', coalesce(cardinality(a.drawn), t.questions),
  'answered', (select count(*) from answers n where n.workspace_id = :workspaceId and n.attempt_id = a.id),
  'started_at', to_iso(a.started_at), 'ended_at', to_iso(a.ended_at), 'score', a.score::float8,
  'topics', case when a.state in ('passed', 'failed') then ${topicPassScoreResultsJsonSql('a', 't')} else '[]' end)` as const;

const STATE = `json_build_object(
  'enrollment_id', e.id, 'status', ${CYCLE_STATUS_SQL}, 'progress', e.progress::float8, 'cards_seen', e.cards_seen,
  'cards', coalesce(r.cards, 0), 'completed_at', to_iso(e.completed_at), 'score', e.final_score::float8,
  'expires_at', to_iso(e.expires_at))` as const;

const READ_STATE = defineStatement({
  name: 'read-cycle-progress',
  scope: 'tenant',
  row: z.strictObject({ cycle: CycleProgress }),
  sql: `
select ${STATE} as cycle
from enrollments e
left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
where e.workspace_id = :workspaceId and e.id = :enrollmentId`,
});

/** Returns the progress in a cycle. */
export async function readCycleProgress(
  on: StatementRunner,
  { workspace }: Context,
  enrollmentId: string,
): Promise<CycleProgress> {
  return (await READ_STATE.one(on, { workspaceId: workspace.id, enrollmentId })).cycle;
}

const READ_OUTCOME = defineStatement({
  name: 'read-outcome-of-attempt',
  scope: 'tenant',
  row: z.strictObject({ attempt: AttemptSummary, cycle: CycleProgress, solutions: z.boolean() }),
  sql: `
select ${ATTEMPT_SUMMARY_JSON_SQL} as attempt, ${STATE} as cycle, ${ATTEMPT_SHOWS_SOLUTIONS} as solutions
from attempts a
join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
${joinAllowedAndUsedAttemptsSql('e', 'r')}
where a.workspace_id = :workspaceId and a.id = :attemptId`,
});

/** State of an attempt and its cycle; `solutions` is true if its solutions are shown. */
export type AttemptAndCycleProgress = { attempt: AttemptSummary; cycle: CycleProgress; solutions: boolean };

export function readAttemptAndCycleProgress(
  on: StatementRunner,
  { workspace }: Context,
  attemptId: string,
): Promise<AttemptAndCycleProgress> {
  return READ_OUTCOME.one(on, { workspaceId: workspace.id, attemptId });
}
