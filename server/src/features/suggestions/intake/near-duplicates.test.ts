import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuSeconds } from '../../../../test/cpu-seconds.ts';
import { isNearDuplicate, computeTextFingerprint } from './near-duplicates.ts';
import { deriveTitleFromContent } from './normalise-text.ts';

const WORDS = Array.from({ length: 120 }, (_, n) => `word${n}`);
const text = WORDS.join(' ');
/** The text with the words at the given positions changed. */
const changed = (...places: number[]) =>
  WORDS.map((word, place) => (places.includes(place) ? 'other' : word)).join(' ');

/** Returns true if one text's keys find the other, as intake does before it compares them. */
function isFound(one: string, other: string): boolean {
  const keys = new Set(computeTextFingerprint(one).keys);
  return computeTextFingerprint(other).keys.some((key) => keys.has(key));
}

// rules/suggestions 5
test.each([
  ['case, punctuation and white space', 'Bend your knees!\n\nLift slowly.', 'bend  your knees, lift SLOWLY'],
  ['a hyphen', 'The e-mail address', 'the email address'],
  ['composed letters', 'Café für alle', 'Cafe\u0301 fu\u0308r alle'],
  ['a mark beyond the first plane', '𠮷野家', '𠮷 野家 🙂'],
  ['the space in a script that needs none', '倉庫での 安全', '倉庫での安全。'],
])('texts that differ in %s only are the same', (_what, one, other) => {
  expect(computeTextFingerprint(one).same).toBe(computeTextFingerprint(other).same);
  expect(isNearDuplicate(one, other)).toBe(true);
});

test('characters beyond the first plane are told apart', () => {
  expect(computeTextFingerprint('𠮷').same).not.toBe(computeTextFingerprint('𠮶').same);
});

test('texts of signs alone are the same where their signs are', () => {
  expect(computeTextFingerprint('🙂 🙂').same).toBe(computeTextFingerprint('🙂🙂').same);
  expect(computeTextFingerprint('🙂').same).not.toBe(computeTextFingerprint('🙃').same);
  expect(isNearDuplicate('🙂', '🙃')).toBe(false);
});

// rules/suggestions 5
test.each([
  // Each changed word is part of five of the 116 5-grams.
  ['two of 120 words were changed', changed(30, 90), true],
  ['three of 120 words were changed', changed(30, 60, 90), false],
  ['ten words were added at the end', `${text} ${WORDS.slice(0, 10).reverse().join(' ')}`, true],
  ['twenty words were added at the end', `${text} ${WORDS.slice(0, 20).reverse().join(' ')}`, false],
  ['only half of it is left', WORDS.slice(0, 60).join(' '), false],
  ['its words are in another order', WORDS.toReversed().join(' '), false],
])('where %s, it is a near duplicate: %#', (_what, other, near) => {
  expect(isNearDuplicate(text, other)).toBe(near);
  expect(isNearDuplicate(other, text)).toBe(near);
  if (near) expect(isFound(text, other)).toBe(true);
});

test('a character counts as a word where no spaces are written', () => {
  const japanese =
    '倉庫内では必ず安全靴を着用し、荷物を持ち上げる前に重さと持ち手を確かめてから膝を曲げて持ち上げること。'.repeat(2) +
    '違反は報告する';
  expect(isNearDuplicate(japanese, japanese.replace('報告', '連絡'))).toBe(true);
  expect(isNearDuplicate(japanese, japanese.slice(0, 60))).toBe(false);
});

test('whatever is found to be a near duplicate is found by its keys', () => {
  const word = fc.integer({ min: 0, max: 400 }).map((n) => `w${n}`);
  const words = fc.array(word, { minLength: 60, maxLength: 300, size: 'max' });
  const edits = fc.array(fc.nat(), { maxLength: 4 });
  let near = 0;
  let missed = 0;
  fc.assert(
    fc.property(words, edits, (original, places) => {
      const copy = [...original];
      for (const place of places) copy[place % copy.length] = 'edited';
      const [one, other] = [original.join(' '), copy.join(' ')];
      if (!isNearDuplicate(one, other)) return;
      near++;
      if (!isFound(one, other)) missed++;
    }),
    { numRuns: 300, seed: 7 },
  );
  expect(near).toBeGreaterThan(150);
  expect(missed).toBe(0);
});

test('a title is found at once, however much white space stands before its closing marks', () => {
  const before = cpuSeconds();
  expect(deriveTitleFromContent(`# Lifting${' '.repeat(49_000)}safely ##`)).toMatch(/^Lifting/);
  expect(cpuSeconds() - before).toBeLessThan(10);
});
