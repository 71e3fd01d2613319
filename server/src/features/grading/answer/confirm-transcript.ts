import type { ConfirmTranscript, OwnSpokenAnswer } from '@training/shared/grading/grading';
import { diffChars } from 'diff';
import type { AiContext } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { lockAnswer } from './lock-answer.ts';
import { escalateToTrainer } from './change-answer.ts';
import { SpokenAnswerEntity } from '../../recordings/spoken-answer.entity.ts';
import { normalizeAnswerText } from '@training/shared/learning/score-answer';
import { startGrading } from './grade-by-model.ts';
import { assertOwnAnswer, readOwnSpokenAnswer } from './own-answer.ts';

/**
 * Confirms or corrects a transcript, once, by its speaker. Both texts are stored, and the corrected one is graded
 * (rules/grading 4): by a trainer, who can listen, if it differs much from the recognized one.
 * @throws AppError `answer_not_found`; `answer_not_waiting`; `invalid_request` if both texts are empty
 */
export function confirmTranscript(ctx: AiContext, { answer_id, text }: ConfirmTranscript): Promise<OwnSpokenAnswer> {
  const { workspace, now } = ctx;
  return inTransaction(ctx, async (em) => {
    const answer = await lockAnswer(em, { workspaceId: workspace.id, now }, answer_id);
    assertOwnAnswer(ctx, answer);
    const { answerId, transcript } = answer;
    const corrected = text === undefined || text === transcript ? null : text;
    // A repeated request, because the response was lost.
    if (answer.confirmed && answer.corrected === corrected) return readOwnSpokenAnswer(ctx, answerId, em);
    if (answer.state !== 'transcribing' || transcript === null) {
      const words = 'There is no transcript to correct: it isn’t ready yet, or is already being graded. Reload.';
      throw new AppError('answer_not_waiting', words);
    }
    if (corrected === null && transcript.trim() === '') {
      throw new AppError('invalid_request', 'text: Nothing could be heard; type what you said.');
    }
    const named = { workspaceId: workspace.id, answerId };
    await em.nativeUpdate(SpokenAnswerEntity, named, { corrected, confirmedAt: now });
    if (corrected !== null && hasMajorTranscriptCorrection(transcript, corrected))
      await escalateToTrainer(em, ctx, answer, 'corrected');
    else await startGrading(em, ctx, { ...answer, corrected });
    return readOwnSpokenAnswer(ctx, answerId, em);
  });
}

/** Limits of a correction, which fixes what speech recognition got wrong and isn't another answer. */
const MOST = {
  /** Share of the letters and digits of both texts that only one of them has. */
  share: 0.25,
  /** Maximum edit distance for texts of any length: about a sentence. */
  letters: 80,
  /** Letters added in one place, or in total: a few words. */
  added: 25,
};

/** Length of runs that two words have in common by chance: they count as added, too. */
const CHANCE = 3;

/** Returns true if a corrected text is another answer than the recognized one. Ignores punctuation and case. */
export function hasMajorTranscriptCorrection(heard: string, corrected: string): boolean {
  const [one, other] = [lettersOf(heard), lettersOf(corrected)];
  const maxEditLength = Math.min(Math.floor((one.length + other.length) * MOST.share), MOST.letters);
  // It gives up at a larger distance, so that long texts cost little.
  const pieces = diffChars(one, other, { maxEditLength });
  if (pieces === undefined || other.length - one.length > MOST.added) return true;
  let added = 0;
  return pieces.some((piece) => {
    if (!piece.added && !piece.removed && piece.count > CHANCE) added = 0;
    else if (!piece.removed && (piece.added || added > 0)) added += piece.count;
    return added > MOST.added;
  });
}

/** Characters that mean about as much as three letters: symbols, emojis, and Chinese, Japanese or Korean ones. */
const DENSE = /[^\p{L}\p{M}\p{N}]|[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

const lettersOf = (text: string) =>
  normalizeAnswerText(text)
    .replaceAll(/[\p{P}\s]/gu, '')
    .replaceAll(DENSE, '$&$&$&');
