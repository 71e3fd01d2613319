import { AiJobSummary } from '@training/shared/ai/ai-jobs';
import { AnswerQuestion, Attempt, AttemptRef, OwnAttempt } from '@training/shared/learning/attempts';
import { AnalyseModuleFeedback, ListModuleFeedback, ModuleFeedbackPage } from '@training/shared/learning/feedback';
import {
  AnsweredQuestion,
  BeginAttempt,
  CycleProgress,
  GiveFeedback,
  MyModuleHistory,
  LibraryCoursePage,
  ListLibrary,
  OwnModuleFeedback,
  MyTrainingOverview,
  OpenModuleForStudy,
  RecordedSeenCards,
  ModuleForStudy,
  UpgradeCycleToNewerRevision,
} from '@training/shared/learning/learning';
import { ReadStudyStreak, StudyStreak } from '@training/shared/learning/study-streak';
import { RecordSeenCards, ReportShownCard } from '@training/shared/learning/seen-cards';
import { ModuleRef } from '@training/shared/reviews/reviews';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { listLibrary } from './list-library.ts';
import { giveFeedback, readFeedback, startFeedbackAnalysis } from './module-feedback.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { startOrResumeAttempt } from './quiz/start-or-resume-attempt.ts';
import { readOwnAttempt } from './read-attempt.ts';
import { readMyModuleHistory, readMyTrainingOverview } from './read-my-training.ts';
import { countStudyStreak } from './study/count-study-streak.ts';
import { readModuleForStudy } from './study/read-module-for-study.ts';
import { recordSeenCards, recordCardOnScreen } from './study/record-seen-cards.ts';
import { startModule } from './study/start-module.ts';
import { upgradeCycleToLiveRevision } from './study/upgrade-cycle.ts';

/** Training of the caller (rules/learning). */
export const learningRouter = router({
  mine: permittedProcedure('results:read')
    .output(toPreparedOutputSchema(MyTrainingOverview))
    .query(({ ctx }) => readMyTrainingOverview(ctx)),
  days: permittedProcedure('learning:study')
    .input(ReadStudyStreak)
    .output(StudyStreak)
    .query(({ ctx, input }) => countStudyStreak(ctx, input)),
  library: permittedProcedure('learning:study')
    .input(ListLibrary)
    .output(toPreparedOutputSchema(LibraryCoursePage))
    .query(({ ctx, input }) => listLibrary(ctx, input)),
  open: permittedProcedure('learning:study')
    .input(OpenModuleForStudy)
    .output(ModuleForStudy)
    .query(({ ctx, input }) => readModuleForStudy(ctx, input)),
  start: permittedProcedure('learning:study')
    .input(ModuleRef)
    .output(CycleProgress)
    .mutation(({ ctx, input }) => startModule(ctx, input)),
  show: permittedProcedure('learning:study')
    .input(ReportShownCard)
    .output(CycleProgress)
    .mutation(({ ctx, input }) => recordCardOnScreen(ctx, input)),
  see: permittedProcedure('learning:study')
    .input(RecordSeenCards)
    .output(RecordedSeenCards)
    .mutation(({ ctx, input }) => recordSeenCards(ctx, input)),
  upgrade: permittedProcedure('learning:study')
    .input(UpgradeCycleToNewerRevision)
    .output(CycleProgress)
    .mutation(({ ctx, input }) => upgradeCycleToLiveRevision(ctx, input)),
  beginAttempt: permittedProcedure('learning:study')
    .input(BeginAttempt)
    .output(Attempt)
    .mutation(({ ctx, input }) => startOrResumeAttempt(ctx, input)),
  answer: permittedProcedure('learning:study')
    .input(AnswerQuestion)
    .output(AnsweredQuestion)
    .mutation(({ ctx, input }) => answerQuestion(ctx, input)),
  /** History of the caller with a module, even if it can't be studied now. */
  history: permittedProcedure('results:read')
    .input(ModuleRef)
    .output(MyModuleHistory)
    .query(({ ctx, input }) => readMyModuleHistory(ctx, input)),
  attempt: permittedProcedure('results:read')
    .input(AttemptRef)
    .output(OwnAttempt)
    .query(({ ctx, input }) => readOwnAttempt(ctx, input)),
  feedback: permittedProcedure('learning:study')
    .input(GiveFeedback)
    .output(OwnModuleFeedback)
    .mutation(({ ctx, input }) => giveFeedback(ctx, input)),
  /** Feedback of learners on a module, for its authors and reviewers. */
  feedbackOf: permittedProcedure('drafts:read')
    .input(ListModuleFeedback)
    .output(ModuleFeedbackPage)
    .query(({ ctx, input }) => readFeedback(ctx, input)),
  analyseFeedback: permittedProcedure('content:author')
    .input(AnalyseModuleFeedback)
    .output(AiJobSummary)
    .mutation(({ ctx, input }) => startFeedbackAnalysis(ctx, input)),
});
