import { expect, test } from 'vitest';
import { hasMajorTranscriptCorrection } from './confirm-transcript.ts';

const LONG = 'First I stop the belt with the red button, and then I tell the others that it stands still. '.repeat(12);
const MORE =
  'After that I hang my own lock on the main switch, keep the key, try to start the belt, and call the shift lead.';
const RAMBLE =
  'Well, I do not know what one has to do here. I never worked at that place, and nobody told me about it, so I would ' +
  'call a colleague, wait until he comes, and then I would have a coffee and come back when all is fine again. '.repeat(
    3,
  );
const ALL = 'First I stop the belt with the red button. Then I hang my own lock on the switch.';
const circled = (text: string) =>
  text.replaceAll(/[a-z]/giu, (letter) => String.fromCodePoint(0x1f150 + letter.toUpperCase().charCodeAt(0) - 65));

test.each([
  ['a letter', 'I stop the felt.', 'I stop the belt.'],
  ['case, spaces and punctuation', 'so i press the red but on', 'So, I press the red button!'],
  ['a number that was written as it sounds', 'The load is ate tonnes', 'The load is 8 tonnes'],
  ['a letter of Cyrillic', 'Зупиняю конвеєр кнопкою', 'Зупиняю конвейєр кнопкою'],
  ['characters of Chinese', '我先按红色的按钮停止传送带', '我先按紅色的按鈕停止传送带'],
  ['punctuation alone', '', '…'],
  ['the same word each time', LONG, LONG.replaceAll('belt', 'band')],
  [
    'many words that sounded alike',
    'I hung me on log on the mine sweets and keep the quay, then I tried to start the bell to prove it is cut of.',
    'I hang my own lock on the main switch and keep the key, then I try to start the belt to prove it is cut off.',
  ],
  ['a few words in a row', `${LONG} I call the chef bleed her.`, `${LONG} I call the shift leader.`],
  ['words that were lost', `${LONG} I hang on the switch.`, `${LONG} I hang my own lock on the switch.`],
  ['a long compound', `${LONG} Ich rufe den Sicher Heizbeauftragten.`, `${LONG} Ich rufe den Sicherheitsbeauftragten.`],
  ['a symbol for a word', 'I heat the oil to 180 degrees and wait a while', 'I heat the oil to 180° and wait a while'],
])('a correction of %s is only a correction', (_, heard, corrected) => {
  expect(hasMajorTranscriptCorrection(heard, corrected)).toBe(false);
});

test.each([
  ['something else', 'I do not know.', 'Stops the belt. Hangs a lock.'],
  ['words where nothing was heard', '', 'I stop the belt.'],
  ['twice as much', 'I stop the belt.', 'I stop the belt with the red button and hang my lock on it.'],
  ['something else in Chinese', '我不知道', '按红色按钮，然后挂锁'],
  ['a sentence more, however much was said before', LONG, `${LONG} ${MORE}`],
  ['a short sentence more, however much was said before', RAMBLE, `${RAMBLE} I stop the belt. I hang my own lock.`],
  ['more in several places', RAMBLE, RAMBLE.replaceAll('a coffee', 'a coffee, hang my lock')],
  [
    'a sentence in the place of another',
    RAMBLE,
    RAMBLE.replace('call a colleague, wait until he comes', ALL.slice(6, 41)),
  ],
  ['a sentence more in Chinese', '我不知道。'.repeat(40), `${'我不知道。'.repeat(40)}按红色按钮停止传送带，然后挂锁`],
  ['a sentence in circled letters', 'I do not know.', `I do not know. ${circled(ALL)}`],
  ['a sentence in flags', 'I do not know.', 'I do not know. 🇮 🇸🇹🇴🇵 🇹🇭🇪 🇧🇪🇱🇹, 🇮 🇭🇦🇳🇬 🇦 🇱🇴🇨🇰'],
  ['a sentence in emoji', 'I do not know.', 'I do not know. 🛑🏭 ➡️ 🔒🔑'],
  ['the same words in another order', LONG, LONG.split(' ').toReversed().join(' ')],
])('%s is another answer', (_, heard, corrected) => {
  expect(hasMajorTranscriptCorrection(heard, corrected)).toBe(true);
});

test('texts as long as an answer may be are compared within a moment, however they differ', () => {
  const texts = [' ', 'x', 'xy', 'x y '].map((part) => part.repeat(10_000).slice(0, 10_000));
  const began = performance.now();
  for (const one of texts) for (const other of texts) hasMajorTranscriptCorrection(one, other);
  // Without an end to the search, this takes minutes.
  expect(performance.now() - began).toBeLessThan(60_000);
});
