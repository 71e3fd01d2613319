import {
  AnsweredQuestion,
  AnswerQuestion,
  Attempt,
  CycleState,
  NameCycle,
  NameStudied,
  SeeCards,
  StudiedModule,
} from '@training/shared/learning';
import { can, router } from '../../http/procedures.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { beginAttempt } from './quiz/begin-attempt.ts';
import { openModule } from './study/open-module.ts';
import { seeCards } from './study/see-cards.ts';
import { startModule } from './study/start-module.ts';

/** What people study, each their own (rules/learning). */
export const learningRouter = router({
  open: can('learning:study')
    .input(NameStudied)
    .output(StudiedModule)
    .query(({ ctx, input }) => openModule(ctx, input)),
  start: can('learning:study')
    .input(NameStudied)
    .output(CycleState)
    .mutation(({ ctx, input }) => startModule(ctx, input)),
  see: can('learning:study')
    .input(SeeCards)
    .output(CycleState)
    .mutation(({ ctx, input }) => seeCards(ctx, input)),
  beginAttempt: can('learning:study')
    .input(NameCycle)
    .output(Attempt)
    .mutation(({ ctx, input }) => beginAttempt(ctx, input)),
  answer: can('learning:study')
    .input(AnswerQuestion)
    .output(AnsweredQuestion)
    .mutation(({ ctx, input }) => answerQuestion(ctx, input)),
});
