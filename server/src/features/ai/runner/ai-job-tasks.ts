import type { TaskList } from 'graphile-worker';
import type { AiJobServices } from './delivery.ts';
import { AiJobPayload, TAKE_OVER } from '../jobs/queue-ai-job.ts';
import { resumeAiJobs, ResumePayload } from './resume-ai-jobs.ts';
import { runAiJob } from './run-ai-job.ts';

export function aiJobTasks(services: AiJobServices): TaskList {
  return {
    run_ai_job: (payload) => runAiJob(services, AiJobPayload.parse(payload)),
    resume_ai_jobs: (payload) => resumeAiJobs(services.db, ResumePayload.parse(payload)),
    /** Every minute, by one instance. */
    take_over_ai_jobs: async () => {
      await TAKE_OVER.run(services.db.pool);
    },
  };
}
