import type { TaskList } from 'graphile-worker';
import type { JobServices } from '../../jobs.ts';

export function aiJobTasks(services: JobServices): TaskList {
  return {
    run_ai_job: () => services.log.info('Not there yet'),
    take_over_ai_jobs: () => services.log.info('Not there yet'),
  };
}
