import type { Difficulty, Level } from '@training/shared/ai/generated-items';
import { EXISTING_RULE } from './existing-items.ts';
import { levelRules } from '../prompt/levels.ts';
import { QUOTE_RULE } from '../prompt/prompt.ts';

const GOOD_CARDS = [
  'Make flashcards of the source for people who must know it at work. As many as "Count" says, which stands after the source, or fewer where the source teaches less; none where it teaches nothing.',
  'Choose what somebody must know or do: duties, limits, steps, reasons, dangers. No trivia, nothing about the document itself.',
  'One card, one thing: a front that asks for two is two cards. The front is a question of at most 200 characters with exactly one good answer, which yes or no is not. The back answers it in one or two short sentences.',
  'No list of more than three. Of a longer one, or of a procedure, ask for the step that matters, what comes next, or what goes wrong without it.',
  'The front names the situation, place or machine that it is about, so that it can be understood without the source and without the other cards. No "it", "this" or "the above".',
  'Where the source gives a reason, the back says it behind the rule, or a card of its own asks for it: who knows why remembers what.',
  'The back says a limit as the source does: with figure, unit, and "at most" or "at least".',
];

/** Taken from other sources, so that the model can't confuse them with the given source. */
const EXAMPLES = [
  'Good: front "Why is a ladder tied at the top before work above 3 metres?", back "Because it slips sideways under a reaching load. At most 3 metres may be climbed untied." One thing, its situation, its reason, its limit.',
  'Good: front "An oil fire has started in a fryer. What do you put over it?", back "The lid or the fire blanket: water would throw burning oil out." A situation, and what to do.',
  'Bad: front "What are the seven duties of a fire warden?" A list of seven; ask for one of them in its situation.',
  'Bad: front "Is it important to check it?", back "Yes." Answered by yes, and nobody knows what "it" is.',
  'Bad: front "What does section 4.2 say?" About the document, not about the work.',
];

export const cardRules = (difficulty: Difficulty, level?: Level): string[] => [
  ...GOOD_CARDS,
  ...levelRules(difficulty, level),
  EXISTING_RULE,
  QUOTE_RULE,
  'The quote of a card is what proves its back.',
  'Examples, which are about other sources:',
  ...EXAMPLES,
];
