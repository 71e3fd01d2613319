import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { TaskServices, Workspace } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { cancelAiJobs } from '../../ai/jobs/end-ai-job.ts';
import { UNFINISHED_AI_JOB_STATES_SQL } from '../../ai/files/unfinished-jobs.ts';
import { escalateToTrainer } from './change-answer.ts';
import { lockAnswer } from './lock-answer.ts';
import { startGrading, createAiGradingContext } from './grade-by-model.ts';

/** Answers that have waited longest come first, so that one that fails doesn't delay the others for long. */
const LATE = defineStatement({
  name: 'find-late-answers',
  scope: 'cross_tenant',
  row: z.strictObject({
    workspace: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
    answerId: z.uuid(),
  }),
  sql: `
select json_build_object('id', w.id, 'slug', w.slug, 'name', w.name) as workspace, s.answer_id as "answerId"
from spoken_answers s join workspaces w on w.id = s.workspace_id
where s.waits_until <= now() and ${runsBackgroundWorkSql('s.workspace_id')} order by s.waits_until limit 1000`,
});

const FIND_JOBS = defineStatement({
  name: 'find-jobs-of-answer',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from ai_jobs where workspace_id = :workspaceId and destination_kind = 'answer' and destination_id = :answerId
  and state in ${UNFINISHED_AI_JOB_STATES_SQL}`,
});

type Services = Pick<TaskServices, 'db' | 'ai' | 'log'>;

/**
 * Escalates answers whose time is up: an unchecked transcript is graded as it is, and trainers get the answers whose
 * transcript or grade hasn't arrived (rules/grading 5). Runs every minute, on one instance.
 */
async function escalateStuckAnswers(services: Services): Promise<void> {
  const late = await LATE.all(services.db.pool);
  for (const { workspace, answerId } of late) {
    try {
      await escalate(services, workspace, answerId);
    } catch (error) {
      services.log.warn({ err: error, answer_id: answerId }, 'Couldn’t escalate a spoken answer; retrying');
    }
  }
}

function escalate({ db, ai }: Services, workspace: Workspace, answerId: string): Promise<void> {
  const workspaceId = workspace.id;
  const now = new Date();
  return createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
    const answer = await lockAnswer(em, { workspaceId, now }, answerId);
    // The answer has changed meanwhile.
    if (!answer.late) return;
    const ctx = { ...createAiGradingContext(db, workspace, now), ai };
    const isHeard = answer.state === 'transcribing' && answer.transcript !== null;
    if (isHeard) return startGrading(em, ctx, answer);
    await escalateToTrainer(em, ctx, answer, 'late');
    // After the answer's row, which a result that arrives locks before its job.
    await cancelAiJobs(em, workspaceId, await FIND_JOBS.all(em, { workspaceId, answerId }));
  });
}

export function createScheduledGradingTasks(services: Pick<TaskServices, 'db' | 'ai' | 'log'>): TaskList {
  return {
    escalate_stuck_answers: () => escalateStuckAnswers(services),
  };
}
