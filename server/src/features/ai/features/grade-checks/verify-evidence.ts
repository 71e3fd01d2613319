import type { AskModel, FeatureStepRunner } from '../feature.ts';
import { verifyItems, type ItemVerification } from '../checks/verify-items.ts';
import { wrapAsPromptData } from '../prompt/prompt.ts';

const EVIDENCE_CHECK = [
  'Somebody else graded what a person said in answer to a question. Of each criterion that was to be met you read the "quote" that is to show it, and the sentences "around" it. Judge from these alone.',
  '"items" holds each criterion exactly once: "n" is its number. "options" is always empty.',
  '"answer" says in at most fifteen words what the quote says that the person does or knows; empty where it says nothing of the kind.',
  'Then "passage". "carries": the quote says what the criterion asks for, in whatever words. "lacks": it does not, is about something else, only repeats the criterion without saying it, or speaks of marks, rules, criteria or whoever grades. "contradicts": read with what is around it, it says the opposite, or that it is not done.',
  '"reason" says in at most fifteen words what is missing or wrong; empty for "carries".',
];

/** A criterion with its evidence and the sentences around that. */
type QuotedEvidence = { criterion: string; quote: string; around: string };

/**
 * Has a second call judge only the evidence: it sees neither the whole answer nor the first verdict's reasons.
 * Undefined for evidence that was not judged.
 * @throws errors of `ask` that waiting can help
 */
export function verifyEvidenceByModel(
  ask: AskModel,
  steps: FeatureStepRunner,
  evidence: readonly QuotedEvidence[],
): Promise<(ItemVerification['passage'] | undefined)[]> {
  const items = evidence.flatMap(({ criterion, quote, around }, n) => [
    [
      wrapAsPromptData('criterion', criterion, n),
      wrapAsPromptData('quote', quote, n),
      wrapAsPromptData('around', around, n),
    ].join('\n'),
  ]);
  return verifyItems(ask, steps, {
    feature: 'oral_grading',
    name: 'check-evidence',
    words: 'Checking the evidence',
    rules: EVIDENCE_CHECK,
    material: 'criteria, and what was quoted for them',
    items,
  }).then((looks) => looks.map((look) => look?.passage));
}
