import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../../database/database.ts';
import { landGenerated } from '../../modules/land-generated.ts';
import { AiTask } from './ai-job.ts';
import type { ClaimedAiJob } from './claim-ai-job.ts';

/** Puts what a job made, as JSON, into the section that it was started for; jobs without a module keep it themselves. */
export async function landResult(em: EntityManager, db: Database, job: ClaimedAiJob, result: string): Promise<void> {
  const { workspace, moduleId, createdBy, feature, input } = job;
  if (moduleId === null) return;
  const task = AiTask.parse({ feature, input });
  if (task.feature !== 'card_generation' && task.feature !== 'quiz_generation') return;
  const section = task.feature === 'card_generation' ? 'flashcards' : 'quiz';
  await landGenerated(em, db, { workspace, moduleId, section, createdBy, source: task.input.source, result });
}
