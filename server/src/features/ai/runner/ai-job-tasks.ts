import type { TaskList } from 'graphile-worker';
import type { TaskServices } from '../../../core/context.ts';
import { resumeAiJobs, ResumePayload } from './resume-ai-jobs.ts';

export function aiJobTasks({ db }: Pick<TaskServices, 'db'>): TaskList {
  return {
    resume_ai_jobs: (payload) => resumeAiJobs(db, ResumePayload.parse(payload)),
  };
}
