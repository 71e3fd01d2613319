import type { TaskList } from 'graphile-worker';
import type { TaskServices } from '../../../core/context.ts';
import { escalateStuckAnswers } from './escalate-stuck-answers.ts';

export function gradingTasks(services: Pick<TaskServices, 'db' | 'ai' | 'log'>): TaskList {
  return {
    hand_over_answers: () => escalateStuckAnswers(services),
  };
}
