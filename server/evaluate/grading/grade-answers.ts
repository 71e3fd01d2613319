import { OralAnswerGrading } from '@training/shared/ai/ai-features';
import { stepRunnerWithoutProgress, type AskModel } from '../../src/features/ai/features/feature.ts';
import { gradeOralAnswer } from '../../src/features/ai/features/grade-oral-answer.ts';
import type { MarkedAnswer } from './marked-answers.ts';
import { messageOf, type RunAll } from '../in-parallel.ts';

/** A marked answer with the grade that the feature gave it. */
export type GradedAnswer = {
  answer: MarkedAnswer;
  /** Met or not, for each line of the rubric. */
  met: boolean[];
  needsTrainer: boolean;
  seconds: number;
};

export type Grading = { graded: GradedAnswer[]; problems: string[] };

/**
 * Grades all answers with the feature: its two calls and its checks by code. An answer whose call fails is left out and
 * named.
 */
export async function gradeAnswers(
  answers: readonly MarkedAnswer[],
  askFor: (answer: MarkedAnswer) => AskModel,
  runAll: RunAll,
): Promise<Grading> {
  const problems: string[] = [];
  const graded = await runAll(answers, async (answer) => {
    const { id, question, rubric, answer: transcript, language } = answer;
    const since = performance.now();
    try {
      const grade = await gradeOralAnswer(
        askFor(answer),
        { question, rubric, transcript, language },
        stepRunnerWithoutProgress,
      );
      const { criteria, needs_trainer: needsTrainer } = OralAnswerGrading.parse(grade);
      const seconds = (performance.now() - since) / 1_000;
      return [{ answer, met: criteria.map(({ met }) => met), needsTrainer, seconds }];
    } catch (error) {
      problems.push(`answer ${id}: ${messageOf(error)}`);
      return [];
    }
  });
  return { graded: graded.flat(), problems };
}
