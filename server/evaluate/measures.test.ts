import type { GeneratedQuestion } from '@training/shared/ai/generated-items';
import { describe, expect, test } from 'vitest';
import type { Item, Run } from './make-items.ts';
import {
  costEach,
  coverageShare,
  droppedShare,
  duplicateShare,
  flaggedShare,
  keyLength,
  keyLongest,
  keyPosition,
  languageShare,
  p95,
  yieldShare,
} from './measures.ts';

const source = { name: 'a.md', language: 'en', source: { title: 'a', text: 'The text.' } };

function runOf(items: Item[], more: Partial<Run> = {}): Run {
  const run = { feature: 'card_generation', source, language: 'en', wanted: 4 } as const;
  return { ...run, items, dropped: 0, parts: 1, partsRead: 1, problem: undefined, ...more };
}

const NO_CARD = { front: '', back: '', quote: '', level: null, flags: [] };

const card = (text: string, ...flags: string[]): Item => ({ text, flags, made: NO_CARD });

function choice(options: string[], correct: number): Item {
  const question: GeneratedQuestion = {
    kind: 'single_choice',
    prompt: 'Which?',
    explanation: '',
    quote: '',
    level: null,
    flags: [],
    options,
    correct,
  };
  return { text: 'Which?', flags: [], made: question };
}

const ENGLISH = 'What must be done before the door is opened?';
const GERMAN = 'Was muss vor dem Öffnen der Tür getan werden?';

describe('language', () => {
  test('is the share in the requested one, whatever its region', () => {
    const runs = [runOf([card(ENGLISH), card(GERMAN), card(ENGLISH), card(ENGLISH)], { language: 'en-GB' })];
    expect(languageShare(runs)).toMatchObject({ value: 0.75, of: 4 });
  });

  test('counts neither short texts nor a language that the detector doesn’t know', () => {
    expect(languageShare([runOf([card('42 °C'), card(GERMAN)])])).toMatchObject({ value: 0, of: 1 });
    expect(languageShare([runOf([card(ENGLISH)], { language: 'sw' })])).toEqual({ value: null, of: 0 });
  });
});

test('what came is counted up to what was wanted', () => {
  const full = runOf([card('1'), card('2'), card('3'), card('4'), card('5')]);
  expect(yieldShare([full, runOf([card('1')])])).toMatchObject({ value: 5 / 8, of: 8 });
});

test('near duplicates and flagged items are shares of all items', () => {
  const runs = [runOf([card('a', 'alike'), card('b', 'figure', 'name')]), runOf([card('c'), card('d')])];
  expect(duplicateShare(runs)).toMatchObject({ value: 0.25, of: 4 });
  expect(flaggedShare(runs)).toMatchObject({ value: 0.5, of: 4 });
});

test('what was left out is a share of what was made', () => {
  expect(droppedShare([runOf([card('a'), card('b'), card('c')], { dropped: 1 })])).toMatchObject({
    value: 0.25,
    of: 4,
  });
  expect(droppedShare([runOf([])])).toEqual({ value: null, of: 0 });
});

test('coverage is of the parts of all sources', () => {
  expect(coverageShare([runOf([], { parts: 12, partsRead: 8 }), runOf([], { parts: 4, partsRead: 4 })])).toMatchObject({
    value: 0.75,
    of: 16,
  });
});

describe('keys of single-choice questions', () => {
  const runs = [
    runOf([
      choice(['a right one, told at length', 'b', 'c'], 0),
      choice(['a', 'b', 'c'], 0),
      choice(['a', 'bb'], 0),
      choice(['a', 'b', 'c'], 2),
      card('a card is none'),
    ]),
  ];

  test('where they stand: the share of the place that most have', () => {
    expect(keyPosition(runs)).toMatchObject({ value: 0.75, of: 4 });
  });

  test('how many are the longest option', () => {
    expect(keyLongest(runs)).toMatchObject({ value: 0.25, of: 4 });
  });

  test('how long they are beside the mean of the others', () => {
    expect(keyLength(runs)).toMatchObject({ value: (27 + 1 + 0.5 + 1) / 4, of: 4 });
  });
});

test('the cost is shared out over what came, and not known where a call had no price', () => {
  const runs = [runOf([card('a'), card('b')])];
  expect(costEach(500_000_000, runs)).toMatchObject({ value: 0.25, of: 2 });
  expect(costEach(null, runs).value).toBeNull();
  expect(costEach(500_000_000, [runOf([])]).value).toBeNull();
});

test('of a hundred durations the 95th is what 95 do not exceed', () => {
  expect(p95(Array.from({ length: 100 }, (_, n) => 100 - n))).toMatchObject({ value: 95, of: 100 });
  expect(p95([3])).toMatchObject({ value: 3, of: 1 });
  expect(p95([])).toEqual({ value: null, of: 0 });
});
