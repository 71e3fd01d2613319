import { useMutation } from '@tanstack/react-query';
import type { UserStartedAiTask } from '@training/shared/ai/ai-features';
import type { AiJobSummary } from '@training/shared/ai/ai-jobs';
import { trpc } from '../../../lib/api/trpc.ts';

/** The number of inputs kept, because a text can be a megabyte. */
const KEPT_TASKS = 10;

/** Inputs of the jobs started by this tab, by job id. A job's own data don't include its input. */
const tasks = new Map<string, UserStartedAiTask>();

/** Returns the feature and input of a job that this tab started; undefined for others. */
export function findJobInputOfThisTab(jobId: string): UserStartedAiTask | undefined {
  return tasks.get(jobId);
}

/** Starts a job and stores its input, so that it can be restarted. */
export function useStartJob() {
  const { client } = trpc.useUtils();
  return useMutation({
    mutationFn: async (task: UserStartedAiTask) => {
      const job = await start(client, task);
      tasks.set(job.id, task);
      const [oldest] = tasks.keys();
      if (tasks.size > KEPT_TASKS && oldest !== undefined) tasks.delete(oldest);
      return job;
    },
  });
}

function start({ ai }: ReturnType<typeof trpc.useUtils>['client'], task: UserStartedAiTask): Promise<AiJobSummary> {
  switch (task.feature) {
    case 'card_generation':
      return ai.generateCards.mutate(task.input);
    case 'quiz_generation':
      return ai.generateQuiz.mutate(task.input);
    case 'document_extraction':
      return ai.extractDocument.mutate(task.input);
    case 'feedback_analysis':
      return ai.analyseFeedback.mutate(task.input);
    case 'oral_grading':
      return ai.gradeOralAnswer.mutate(task.input);
    case 'speech_to_text':
      return ai.transcribe.mutate(task.input);
  }
}
