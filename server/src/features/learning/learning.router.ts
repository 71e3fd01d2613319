import { AiJobSummary } from '@training/shared/ai/ai-jobs';
import { AnswerQuestion, Attempt, AttemptRef, OwnAttempt } from '@training/shared/learning/attempts';
import { AnalyseModuleFeedback, FeedbackOf, FeedbackPage } from '@training/shared/learning/feedback';
import {
  AnsweredQuestion,
  CountStudyDays,
  BeginAttempt,
  CycleState,
  GiveFeedback,
  LearningHistory,
  Library,
  ListLibrary,
  ModuleFeedback,
  MyTraining,
  OpenModule,
  SeenCards,
  StudiedModule,
  StudyDays,
  UpgradeCycle,
} from '@training/shared/learning/learning';
import { RecordSeenCards, ShowCard } from '@training/shared/learning/seen-cards';
import { ModuleRef } from '@training/shared/reviews/reviews';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { listLibrary } from './list-library.ts';
import { giveFeedback, readFeedback, startFeedbackAnalysis } from './module-feedback.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { beginAttempt } from './quiz/begin-attempt.ts';
import { readOwnAttempt } from './read-attempt.ts';
import { readHistory, readMyTraining } from './read-my-training.ts';
import { countStudyDays } from './study/count-study-days.ts';
import { openModule } from './study/open-module.ts';
import { recordSeenCards, recordShownCard } from './study/record-seen-cards.ts';
import { startModule } from './study/start-module.ts';
import { upgradeCycle } from './study/upgrade-cycle.ts';

/** Training of the caller (rules/learning). */
export const learningRouter = router({
  mine: can('results:read')
    .output(preparedOutput(MyTraining))
    .query(({ ctx }) => readMyTraining(ctx)),
  days: can('learning:study')
    .input(CountStudyDays)
    .output(StudyDays)
    .query(({ ctx, input }) => countStudyDays(ctx, input)),
  library: can('learning:study')
    .input(ListLibrary)
    .output(preparedOutput(Library))
    .query(({ ctx, input }) => listLibrary(ctx, input)),
  open: can('learning:study')
    .input(OpenModule)
    .output(StudiedModule)
    .query(({ ctx, input }) => openModule(ctx, input)),
  start: can('learning:study')
    .input(ModuleRef)
    .output(CycleState)
    .mutation(({ ctx, input }) => startModule(ctx, input)),
  show: can('learning:study')
    .input(ShowCard)
    .output(CycleState)
    .mutation(({ ctx, input }) => recordShownCard(ctx, input)),
  see: can('learning:study')
    .input(RecordSeenCards)
    .output(SeenCards)
    .mutation(({ ctx, input }) => recordSeenCards(ctx, input)),
  upgrade: can('learning:study')
    .input(UpgradeCycle)
    .output(CycleState)
    .mutation(({ ctx, input }) => upgradeCycle(ctx, input)),
  beginAttempt: can('learning:study')
    .input(BeginAttempt)
    .output(Attempt)
    .mutation(({ ctx, input }) => beginAttempt(ctx, input)),
  answer: can('learning:study')
    .input(AnswerQuestion)
    .output(AnsweredQuestion)
    .mutation(({ ctx, input }) => answerQuestion(ctx, input)),
  /** History of the caller with a module, even if it can't be studied now. */
  history: can('results:read')
    .input(ModuleRef)
    .output(LearningHistory)
    .query(({ ctx, input }) => readHistory(ctx, input)),
  attempt: can('results:read')
    .input(AttemptRef)
    .output(OwnAttempt)
    .query(({ ctx, input }) => readOwnAttempt(ctx, input)),
  feedback: can('learning:study')
    .input(GiveFeedback)
    .output(ModuleFeedback)
    .mutation(({ ctx, input }) => giveFeedback(ctx, input)),
  /** Feedback of learners on a module, for its authors and reviewers. */
  feedbackOf: can('drafts:read')
    .input(FeedbackOf)
    .output(FeedbackPage)
    .query(({ ctx, input }) => readFeedback(ctx, input)),
  analyseFeedback: can('content:author')
    .input(AnalyseModuleFeedback)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startFeedbackAnalysis(ctx, input)),
});
