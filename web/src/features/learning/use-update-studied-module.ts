import type { AnsweredQuestion, CycleProgress, ModuleForStudy } from '@training/shared/learning/learning';
import { trpc } from '../../lib/api/trpc.ts';
import { learningOpenInputOf } from './study-language.ts';

/** Returns functions that update the cached module from server responses, without refetching all of it. */
export function useUpdateCachedStudiedModule(moduleId: string) {
  const utils = trpc.useUtils();
  const change = (to: (module: ModuleForStudy) => ModuleForStudy) =>
    utils.learning.open.setData(learningOpenInputOf(moduleId), (module) => module && to(module));
  const cycleIs = (module: ModuleForStudy, { status, progress, completed_at, score, expires_at }: CycleProgress) => ({
    ...module,
    expires_at: expires_at ?? module.expires_at,
    cycle: module.cycle && {
      ...module.cycle,
      status,
      progress,
      completed_at,
      score,
      // What was completed here meanwhile is no past training any more.
      attested: completed_at === module.cycle.completed_at ? module.cycle.attested : null,
    },
  });
  return {
    /** Marks cards as seen. */
    seen: (ids: ReadonlySet<string>, state: CycleProgress) => {
      change((module) => ({
        ...cycleIs(module, state),
        cards: module.cards.map((card) => (ids.has(card.id) ? { ...card, seen: true } : card)),
      }));
    },
    /** Adds the answer to a question. */
    answered: ({ answer, attempt, cycle }: Pick<AnsweredQuestion, 'answer' | 'attempt' | 'cycle'>) => {
      change((module) => ({
        ...cycleIs(module, cycle),
        attempt: {
          ...attempt,
          language: module.attempt?.language ?? module.language,
          untranslated: module.attempt?.untranslated ?? module.untranslated,
          asked: module.attempt?.asked ?? module.questions,
          answers: [
            ...(module.attempt?.answers ?? []).filter((each) => each.question_id !== answer.question_id),
            answer,
          ],
        },
      }));
      // Ending an attempt may reveal its solutions, and uses it up.
      if (attempt.state !== 'open') void utils.learning.open.invalidate(learningOpenInputOf(moduleId));
      void utils.learning.history.invalidate({ module_id: moduleId });
      // The lists refetch when they are shown next.
      void utils.learning.mine.invalidate();
    },
    begun: (attempt: NonNullable<ModuleForStudy['attempt']>) => {
      change((module) => ({ ...module, attempt }));
    },
    reload: () => {
      void utils.learning.mine.invalidate();
      return utils.learning.open.invalidate(learningOpenInputOf(moduleId));
    },
  };
}
