import {
  AnsweredSpoken,
  AnswerSpoken,
  AnswerToGrade,
  AppealGrade,
  ConfirmTranscript,
  DecideAppeal,
  GradeAnswer,
  GradedPage,
  GradingQueue,
  ListGraded,
  ListGrading,
  AnswerRef,
  RecordingRef,
  OverrideGrade,
  SpokenAnswer,
  UploadedRecording,
} from '@training/shared/grading/grading';
import {
  CheckedGrade,
  CheckGrade,
  GradeChecks,
  GradingAgreement,
  ListGradeChecks,
} from '@training/shared/grading/grade-checks';
import { GradingReport, ReadGradingReport } from '@training/shared/grading/grading-report';
import { octetInputParser } from '@trpc/server/http';
import { can, router } from '../../http/procedures.ts';
import { answerSpoken } from './answer/answer-spoken.ts';
import { confirmTranscript } from './answer/confirm-transcript.ts';
import { readOwnAnswer } from './answer/own-answer.ts';
import { checkGrade, decideAppeal, gradeAnswer, overrideGrade } from './judge/judge-answer.ts';
import { readAgreement } from './checks/read-agreement.ts';
import { readChecks } from './checks/read-checks.ts';
import { appealGrade } from './judge/appeal-grade.ts';
import { listGraded, readAnswerToGrade, readQueue } from './judge/read-queue.ts';
import { findRecording } from './recording-downloads.ts';
import { uploadRecording } from '../recordings/upload-recording.ts';
import { readGradingReport } from './report/read-grading-report.ts';
import { readTrustReport } from './trust/read-trust-report.ts';
import { GRADING_LIMITS } from '@training/shared/grading/grading-limits';
import { GradingTrustReport } from '@training/shared/grading/grading-trust';

/** Spoken answers, and who grades them (rules/grading). */
export const gradingRouter = router({
  /** Takes a recording as `application/octet-stream`; its kind is told by its content. */
  uploadRecording: can('learning:study')
    .meta({ file: { most: GRADING_LIMITS.recordingBytes } })
    .input(octetInputParser)
    .output(UploadedRecording)
    .mutation(({ ctx, input }) => uploadRecording(ctx, input)),
  answerSpoken: can('learning:study')
    .input(AnswerSpoken)
    .output(AnsweredSpoken)
    .mutation(({ ctx, input }) => answerSpoken(ctx, input)),
  answer: can('results:read')
    .input(AnswerRef)
    .output(SpokenAnswer)
    .query(({ ctx, input }) => readOwnAnswer(ctx, input.answer_id)),
  confirmTranscript: can('learning:study')
    .input(ConfirmTranscript)
    .output(SpokenAnswer)
    .mutation(({ ctx, input }) => confirmTranscript(ctx, input)),
  appeal: can('grades:appeal')
    .input(AppealGrade)
    .output(SpokenAnswer)
    .mutation(({ ctx, input }) => appealGrade(ctx, input)),
  /** Describes a recording; its bytes are at the `url` of its answer. */
  recording: can('results:read')
    .input(RecordingRef)
    .output(UploadedRecording)
    .query(({ ctx, input }) => findRecording(ctx, input.recording_id)),
  queue: can('answers:grade')
    .input(ListGrading)
    .output(GradingQueue)
    .query(({ ctx, input }) => readQueue(ctx, input)),
  graded: can('answers:grade')
    .input(ListGraded)
    .output(GradedPage)
    .query(({ ctx, input }) => listGraded(ctx, input)),
  answerToGrade: can('answers:grade')
    .input(AnswerRef)
    .output(AnswerToGrade)
    .query(({ ctx, input }) => readAnswerToGrade(ctx, input.answer_id)),
  grade: can('answers:grade')
    .input(GradeAnswer)
    .output(AnswerToGrade)
    .mutation(({ ctx, input }) => gradeAnswer(ctx, input)),
  decideAppeal: can('answers:grade')
    .input(DecideAppeal)
    .output(AnswerToGrade)
    .mutation(({ ctx, input }) => decideAppeal(ctx, input)),
  override: can('grades:override')
    .input(OverrideGrade)
    .output(AnswerToGrade)
    .mutation(({ ctx, input }) => overrideGrade(ctx, input)),
  /** Returns the confidence from which on grades of models count at once, and why; `workspace.trustGrades` sets it. */
  trust: can('workspace:read')
    .output(GradingTrustReport)
    .query(({ ctx }) => readTrustReport(ctx)),
  /** Grades to check without seeing them. */
  checks: can('answers:grade')
    .input(ListGradeChecks)
    .output(GradeChecks)
    .query(({ ctx, input }) => readChecks(ctx, input)),
  check: can('answers:grade')
    .input(CheckGrade)
    .output(CheckedGrade)
    .mutation(({ ctx, input }) => checkGrade(ctx, input)),
  agreement: can('workspace:read')
    .output(GradingAgreement)
    .query(({ ctx }) => readAgreement(ctx)),
  /** Reports what AI grading does, for a works council; the downloads have the rows behind the figures. */
  report: can('workspace:read')
    .input(ReadGradingReport)
    .output(GradingReport)
    .query(({ ctx, input }) => readGradingReport(ctx, input)),
});
