import type { ConfirmTranscript, SpokenAnswer } from '@training/shared/grading/grading';
import { diffChars } from 'diff';
import type { AiContext } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { lockAnswer } from './lock-answer.ts';
import { escalateToTrainer } from './change-answer.ts';
import { SpokenAnswerEntity } from '../spoken-answer.entity.ts';
import { folded } from '../../learning/quiz/score-response.ts';
import { startGrading } from './grade-by-model.ts';
import { assertOwn, readOwnAnswer } from './own-answer.ts';

/**
 * What its speaker says to a transcript, once: that it is right, or what it should say. Both are kept, and the second
 * is graded (rules/grading 4): by a trainer who can listen where it is far from what was heard.
 * @throws AppError `answer_not_found`; `answer_not_waiting`; `invalid_request` where nothing was heard and nothing is
 *   typed
 */
export function confirmTranscript(ctx: AiContext, { answer_id, text }: ConfirmTranscript): Promise<SpokenAnswer> {
  const { workspace, now } = ctx;
  return inTransaction(ctx, async (em) => {
    const answer = await lockAnswer(em, { workspaceId: workspace.id, now }, answer_id);
    assertOwn(ctx, answer);
    const { answerId, transcript } = answer;
    const corrected = text === undefined || text === transcript ? null : text;
    // Sent again because the answer to it got lost.
    if (answer.confirmed && answer.corrected === corrected) return readOwnAnswer(ctx, answerId, em);
    if (answer.state !== 'transcribing' || transcript === null) {
      const words = 'There is no transcript to correct: it isn’t ready yet, or is already being graded. Reload.';
      throw new AppError('answer_not_waiting', words);
    }
    if (corrected === null && transcript.trim() === '') {
      throw new AppError('invalid_request', 'text: Nothing could be heard; type what you said.');
    }
    const named = { workspaceId: workspace.id, answerId };
    await em.nativeUpdate(SpokenAnswerEntity, named, { corrected, confirmedAt: now });
    if (corrected !== null && isFarFrom(transcript, corrected)) await escalateToTrainer(em, ctx, answer, 'corrected');
    else await startGrading(em, ctx, { ...answer, corrected });
    return readOwnAnswer(ctx, answerId, em);
  });
}

/** How much a correction may change and is still one: what speech recognition gets wrong, and not another answer. */
const MOST = {
  /** Letters and digits that are only in one of the texts, of those of both. */
  share: 0.25,
  /** However long the texts are: about a sentence. */
  letters: 80,
  /** Letters that are added in one place, or by which the whole is longer: a few words. */
  added: 25,
};

/** Letters in a row that other words have in common by chance: they count as added, too. */
const CHANCE = 3;

/** Returns whether a corrected text is another answer than what was heard. Punctuation and case make no difference. */
export function isFarFrom(heard: string, corrected: string): boolean {
  const [one, other] = [lettersOf(heard), lettersOf(corrected)];
  const maxEditLength = Math.min(Math.floor((one.length + other.length) * MOST.share), MOST.letters);
  // Of texts that differ by more it gives up, so that long ones cost little.
  const pieces = diffChars(one, other, { maxEditLength });
  if (pieces === undefined || other.length - one.length > MOST.added) return true;
  let added = 0;
  return pieces.some((piece) => {
    if (!piece.added && !piece.removed && piece.count > CHANCE) added = 0;
    else if (!piece.removed && (piece.added || added > 0)) added += piece.count;
    return added > MOST.added;
  });
}

/** A character that says about as much as three letters: a symbol, an emoji, or one of Chinese, Japanese or Korean. */
const DENSE = /[^\p{L}\p{M}\p{N}]|[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

const lettersOf = (text: string) =>
  folded(text)
    .replaceAll(/[\p{P}\s]/gu, '')
    .replaceAll(DENSE, '$&$&$&');
