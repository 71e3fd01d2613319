import type { EntityManager } from '@mikro-orm/postgresql';
import type {
  AnsweredSpokenQuestion,
  AnswerSpokenQuestion,
  SpokenAnswerContent,
} from '@training/shared/grading/grading';
import { applyTranslatedTextsToItem } from '@training/shared/translations/item-texts';
import { z } from 'zod';
import { requireActingPerson, type AiContext } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { lockAttempt } from '../../learning/attempt.ts';
import { readAttemptAndCycleProgress } from '../../learning/cycle-progress.ts';
import { storeAnswer } from '../../learning/store-answer.ts';
import { notifyAnswerChanged } from './change-answer.ts';
import { getOriginalAnswerId } from './lock-answer.ts';
import { SpokenAnswerEntity } from '../../recordings/spoken-answer.entity.ts';
import { createAnswerJob, planGrading, planTranscribing, type NextGradingStep } from './grade-by-model.ts';
import { readOwnSpokenAnswer } from './own-answer.ts';

const LOCK_RECORDING = defineStatement({
  name: 'lock-recording',
  scope: 'tenant',
  sql: `
select 1 from recordings
where workspace_id = :workspaceId and id = :recordingId and user_id = :userId and state = 'stored' for share`,
});

const IS_SAME = defineStatement({
  name: 'is-same-spoken-answer',
  scope: 'tenant',
  row: z.strictObject({ same: z.boolean() }),
  sql: `
select case when s.recording_id is null then a.response ->> 'text' is not distinct from :text::text
  else s.recording_id is not distinct from :recordingId::uuid end as same
from spoken_answers s join answers a on a.workspace_id = :workspaceId and a.id = s.answer_id
where s.workspace_id = :workspaceId and s.answer_id = :answerId`,
});

/**
 * Stores the answer to a spoken question (rules/grading 1, 2) and starts its transcript or grade, for which its learner
 * needn't wait. The same answer sent again gets the same result.
 * @throws AppError as `lockAttempt`; `invalid_request` if the question isn't spoken; `recording_not_found`;
 *   `answered_already`
 */
export function answerSpokenQuestion(ctx: AiContext, input: AnswerSpokenQuestion): Promise<AnsweredSpokenQuestion> {
  const { attempt_id: attemptId, question_id: questionId, response, language } = input;
  return inTransaction(ctx, async (em) => {
    const locked = await lockAttempt(em, ctx, { attemptId, questionId, language });
    if (locked.question.kind !== 'spoken') {
      throw invalidFieldError('response', `Must be ${locked.question.kind}, as the question asks`, 'other_kind');
    }
    const text = response.by === 'text' ? response.text : null;
    if (locked.given) {
      await assertSame(em, ctx, locked.given.answer_id, response);
      const answer = await readOwnSpokenAnswer(ctx, locked.given.answer_id, em);
      const { attempt, cycle } = await readAttemptAndCycleProgress(em, ctx, attemptId);
      return { answer, attempt, cycle };
    }
    await lockRecording(em, ctx, response);
    const { texts, language: shownIn } = locked.shown;
    const asked = texts ? applyTranslatedTextsToItem(locked.question, texts) : locked.question;
    const recording = recordingOf(response, texts ? shownIn : null);
    const step = await planFirstStep(em, ctx, asked, response, recording);
    const given = { response: { kind: 'spoken' as const, text }, state: step.state, score: null };
    const { answerId, attempt, cycle } = await storeAnswer(em, ctx, locked, given);
    const key = { workspaceId: ctx.workspace.id, answerId };
    await em.insert(SpokenAnswerEntity, { ...key, ...recording, ...columnsOf(step, ctx.now) });
    if (step.state !== 'trainer')
      await createAnswerJob(em, ctx, { ...key, learnerId: requireActingPerson(ctx).id }, step.task);
    await notifyAnswerChanged(em, key);
    return { answer: await readOwnSpokenAnswer(ctx, answerId, em), attempt, cycle };
  });
}

type SpokenQuestion = { prompt: string; rubric: string[] };

function planFirstStep(
  em: EntityManager,
  ctx: AiContext,
  { prompt, rubric }: SpokenQuestion,
  response: SpokenAnswerContent,
  recording: Recording,
): Promise<NextGradingStep> {
  if (response.by !== 'text') return planTranscribing(em, ctx, { ...recording, prompt });
  const unheard = { corrected: null, transcript: null, speechConfidence: null, heardLanguage: null, language: null };
  return planGrading(em, ctx, { prompt, rubric, typed: response.text, ...unheard });
}

function columnsOf(step: NextGradingStep, now: Date) {
  if (step.state !== 'trainer') return { waitsUntil: new Date(now.getTime() + step.seconds * 1_000) };
  const { code = null, detail = null } = step.failure ?? {};
  return { trainerReason: step.reason, failureCode: code, failureDetail: detail };
}

type Recording = { recordingId: string | null; language: string | null };

/** Returns the recording, and the language that is probably spoken in it: by default that of the question. */
function recordingOf(response: SpokenAnswerContent, language: string | null = null): Recording {
  if (response.by === 'text') return { recordingId: null, language: null };
  return { recordingId: response.recording_id, language: response.language ?? language };
}

async function lockRecording(em: EntityManager, ctx: AiContext, response: SpokenAnswerContent): Promise<void> {
  const { recordingId } = recordingOf(response);
  if (recordingId === null) return;
  const locked = await LOCK_RECORDING.run(em, {
    workspaceId: ctx.workspace.id,
    recordingId,
    userId: requireActingPerson(ctx).id,
  });
  if (locked > 0) return;
  const words = 'The recording is gone: unused recordings are kept for a day. Send it again.';
  throw new AppError('recording_not_found', words);
}

async function assertSame(em: EntityManager, ctx: AiContext, answerId: string, response: SpokenAnswerContent) {
  const id = await getOriginalAnswerId(em, ctx.workspace.id, answerId);
  const text = response.by === 'text' ? response.text : null;
  const { recordingId } = recordingOf(response);
  const { same } = await IS_SAME.one(em, { workspaceId: ctx.workspace.id, answerId: id, text, recordingId });
  if (same) return;
  throw new AppError(
    'answered_already',
    'You have already answered this question differently, and answers are final. Reload.',
  );
}
