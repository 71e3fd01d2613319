import {
  AnsweredSpokenQuestion,
  AnswerSpokenQuestion,
  AnswerToGrade,
  AppealGrade,
  ConfirmTranscript,
  DecideAppeal,
  GradeAnswer,
  GradedAnswerPage,
  GradingQueue,
  ListGradedAnswers,
  ListGradingTasks,
  AnswerRef,
  RecordingRef,
  OverrideGrade,
  OwnSpokenAnswer,
  UploadedRecording,
} from '@training/shared/grading/grading';
import {
  GradeCheckResult,
  CheckGrade,
  GradeCheckQueue,
  ModelTrainerAgreementReport,
  ListGradeChecks,
} from '@training/shared/grading/grade-checks';
import { AiGradingTransparencyReport, ReadAiGradingTransparencyReport } from '@training/shared/grading/grading-report';
import { octetInputParser } from '@trpc/server/http';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { answerSpokenQuestion } from './answer/answer-spoken-question.ts';
import { confirmTranscript } from './answer/confirm-transcript.ts';
import { readOwnSpokenAnswer } from './answer/own-answer.ts';
import { submitGradeCheck, decideAppeal, gradeAnswer, overrideGrade } from './judge/judge-answer.ts';
import { computeGradingAgreement } from './checks/grading-agreement.ts';
import { listGradeChecks } from './checks/list-grade-checks.ts';
import { appealGrade } from './judge/appeal-grade.ts';
import { listGradedAnswers, readAnswerToGrade, readGradingQueue } from './judge/read-grading-queue.ts';
import { getPlayableRecording } from './recording-downloads.ts';
import { uploadRecording } from '../recordings/upload-recording.ts';
import { readAiGradingReport } from './report/read-grading-report.ts';
import { readGradingTrustReport } from './trust/read-trust-report.ts';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import { GradingTrustReport } from '@training/shared/grading/grading-trust';

/** Spoken answers, and who grades them (rules/grading). */
export const gradingRouter = router({
  /** Takes a recording as `application/octet-stream`; its kind is told by its content. */
  uploadRecording: permittedProcedure('learning:study')
    .meta({ file: { most: SPOKEN_ANSWER_LIMITS.recordingBytes } })
    .input(octetInputParser)
    .output(UploadedRecording)
    .mutation(({ ctx, input }) => uploadRecording(ctx, input)),
  answerSpoken: permittedProcedure('learning:study')
    .input(AnswerSpokenQuestion)
    .output(AnsweredSpokenQuestion)
    .mutation(({ ctx, input }) => answerSpokenQuestion(ctx, input)),
  answer: permittedProcedure('results:read')
    .input(AnswerRef)
    .output(OwnSpokenAnswer)
    .query(({ ctx, input }) => readOwnSpokenAnswer(ctx, input.answer_id)),
  confirmTranscript: permittedProcedure('learning:study')
    .input(ConfirmTranscript)
    .output(OwnSpokenAnswer)
    .mutation(({ ctx, input }) => confirmTranscript(ctx, input)),
  appeal: permittedProcedure('grades:appeal')
    .input(AppealGrade)
    .output(OwnSpokenAnswer)
    .mutation(({ ctx, input }) => appealGrade(ctx, input)),
  /** Describes a recording; its bytes are at the `url` of its answer. */
  recording: permittedProcedure('results:read')
    .input(RecordingRef)
    .output(UploadedRecording)
    .query(({ ctx, input }) => getPlayableRecording(ctx, input.recording_id)),
  queue: permittedProcedure('answers:grade')
    .input(ListGradingTasks)
    .output(GradingQueue)
    .query(({ ctx, input }) => readGradingQueue(ctx, input)),
  graded: permittedProcedure('answers:grade')
    .input(ListGradedAnswers)
    .output(GradedAnswerPage)
    .query(({ ctx, input }) => listGradedAnswers(ctx, input)),
  answerToGrade: permittedProcedure('answers:grade')
    .input(AnswerRef)
    .output(AnswerToGrade)
    .query(({ ctx, input }) => readAnswerToGrade(ctx, input.answer_id)),
  grade: permittedProcedure('answers:grade')
    .input(GradeAnswer)
    .output(AnswerToGrade)
    .mutation(({ ctx, input }) => gradeAnswer(ctx, input)),
  decideAppeal: permittedProcedure('answers:grade')
    .input(DecideAppeal)
    .output(AnswerToGrade)
    .mutation(({ ctx, input }) => decideAppeal(ctx, input)),
  override: permittedProcedure('grades:override')
    .input(OverrideGrade)
    .output(AnswerToGrade)
    .mutation(({ ctx, input }) => overrideGrade(ctx, input)),
  /** Returns the confidence from which on grades of models count at once, and why; `workspace.trustGrades` sets it. */
  trust: permittedProcedure('workspace:read')
    .output(GradingTrustReport)
    .query(({ ctx }) => readGradingTrustReport(ctx)),
  /** Grades to check without seeing them. */
  checks: permittedProcedure('answers:grade')
    .input(ListGradeChecks)
    .output(GradeCheckQueue)
    .query(({ ctx, input }) => listGradeChecks(ctx, input)),
  check: permittedProcedure('answers:grade')
    .input(CheckGrade)
    .output(GradeCheckResult)
    .mutation(({ ctx, input }) => submitGradeCheck(ctx, input)),
  agreement: permittedProcedure('workspace:read')
    .output(ModelTrainerAgreementReport)
    .query(({ ctx }) => computeGradingAgreement(ctx)),
  /** Reports what AI grading does, for a works council; the downloads have the rows behind the figures. */
  report: permittedProcedure('workspace:read')
    .input(ReadAiGradingTransparencyReport)
    .output(AiGradingTransparencyReport)
    .query(({ ctx, input }) => readAiGradingReport(ctx, input)),
});
