import { test } from 'vitest';
import { startLongAnswers } from './long-answers-fixture.ts';

const { showCardsOneByOne, keepWholeCards } = await startLongAnswers();

// rules/ai 16
test.each([
  ['openai', false],
  ['google', false],
  ['azure_openai', false],
  ['azure_openai', true],
] as const)('%s (chat alone: %s): cards are seen one after the other while they are made', showCardsOneByOne);

test.each([
  ['anthropic', false, 'silence'],
  ['openai', false, 'error'],
  ['google', false, 'error'],
  ['azure_openai', false, 'cut'],
  ['azure_openai', true, 'silence'],
] as const)(
  '%s (chat alone: %s): an answer that breaks off by %s keeps its whole cards, and the rest is asked for',
  keepWholeCards,
);
