import type { TaskList } from 'graphile-worker';
import type { JobServices } from '../../jobs.ts';

export function providerKeyTasks(services: JobServices): TaskList {
  return { mail_failing_key: () => services.log.info('Not there yet') };
}
