import { expect, test } from 'vitest';
import { isFarFrom } from './confirm-transcript.ts';

const LONG = 'First I stop the belt with the red button, and then I tell the others that it stands still. '.repeat(12);
const MORE =
  'After that I hang my own lock on the main switch, keep the key, try to start the belt, and call the shift lead.';

test.each([
  ['a letter', 'I stop the felt.', 'I stop the belt.'],
  ['case, spaces and punctuation', 'so i press the red but on', 'So, I press the red button!'],
  ['a number that was written as it sounds', 'The load is ate tonnes', 'The load is 8 tonnes'],
  ['a letter of Cyrillic', 'Зупиняю конвеєр кнопкою', 'Зупиняю конвейєр кнопкою'],
  ['characters of Chinese', '我先按红色的按钮停止传送带', '我先按紅色的按鈕停止传送带'],
  ['punctuation alone', '', '…'],
  ['the same word each time', LONG, LONG.replaceAll('belt', 'band')],
])('a correction of %s is only a correction', (_, heard, corrected) => {
  expect(isFarFrom(heard, corrected)).toBe(false);
});

test.each([
  ['something else', 'I do not know.', 'Stops the belt. Hangs a lock.'],
  ['words where nothing was heard', '', 'I stop the belt.'],
  ['twice as much', 'I stop the belt.', 'I stop the belt with the red button and hang my lock on it.'],
  ['something else in Chinese', '我不知道', '按红色按钮，然后挂锁'],
  ['a sentence more, however much was said before', LONG, `${LONG} ${MORE}`],
  ['the same words in another order', LONG, LONG.split(' ').toReversed().join(' ')],
])('%s is another answer', (_, heard, corrected) => {
  expect(isFarFrom(heard, corrected)).toBe(true);
});

test('texts as long as an answer may be are compared within a moment, however they differ', () => {
  const texts = [' ', 'x', 'xy', 'x y '].map((part) => part.repeat(10_000).slice(0, 10_000));
  const began = performance.now();
  for (const one of texts) for (const other of texts) isFarFrom(one, other);
  // Without an end to the search, this takes minutes.
  expect(performance.now() - began).toBeLessThan(60_000);
});
