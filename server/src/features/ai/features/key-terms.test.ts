import { expect, test } from 'vitest';
import { keyTermsOf } from './transcribe-speech.ts';

// rules/ai 14
test('the rarer words of a question are its key terms, each once', () => {
  expect(
    keyTermsOf('What do you do before you remove the padlock of a conveyor, by DGUV and EN397? The padlock!'),
  ).toEqual(['padlock', 'conveyor', 'DGUV', 'EN397']);
  expect(keyTermsOf('Was prüfen Sie an der Umfüllanlage?')).toEqual(['Umfüllanlage']);
  expect(keyTermsOf('为什么？')).toEqual([]);
  expect(keyTermsOf('')).toEqual([]);
});

test('a question of a thousand words has twenty of them', () => {
  const words = Array.from({ length: 1_000 }, (_, n) => `conveyor${n}`);
  expect(keyTermsOf(words.join(' '))).toEqual(words.slice(0, 20));
});
