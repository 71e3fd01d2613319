import type { GeneratedQuestion } from '@training/shared/ai/generated-items';
import { describe, expect, test } from 'vitest';
import { agreement, byCriterion, worstLanguage, type Graded } from './grade-answers.ts';
import { answerable, goodDistractors, rightKeys, type Judged } from './judge-questions.ts';
import { languageOf } from './language-of.ts';
import { MEASURES, MINIMA } from './minima.ts';
import { ORAL_SETS } from './oral-answers.ts';
import { readSources } from './read-sources.ts';
import { compared } from './report.ts';
import { verdictOf, type Figures } from './verdict.ts';

/** Each at its limit, of as many as it takes. */
function atTheLimit(): Figures {
  const entries = MEASURES.map((name) => [name, { value: MINIMA[name].limit, of: MINIMA[name].from }]);
  return Object.fromEntries(entries) as Figures;
}

describe('the verdict', () => {
  test('is good enough at the limit of every measure', () => {
    expect(verdictOf(atTheLimit(), [])).toEqual({ isGoodEnough: true, words: 'good enough' });
  });

  test.each(MEASURES)('is not where %s alone is beyond its limit, and says why that matters', (name) => {
    const { bound, limit, from, why } = MINIMA[name];
    const beyond = { value: bound === 'least' ? limit - 0.01 : limit + 0.01, of: from };
    const { isGoodEnough, words } = verdictOf({ ...atTheLimit(), [name]: beyond }, []);
    expect(isGoodEnough).toBe(false);
    expect(words.split('\n')).toHaveLength(2);
    expect(words).toContain(why);
  });

  test('goes by nothing of which there is too little to tell', () => {
    const few = { value: 1, of: MINIMA.key_position.from - 1 };
    expect(verdictOf({ ...atTheLimit(), key_position: few }, []).isGoodEnough).toBe(true);
  });

  test('is not where something failed', () => {
    expect(verdictOf(atTheLimit(), ['a.md: refused']).words).toContain('1 of the calls came to nothing');
  });
});

test('beside a baseline it is told what is better, what is worse, and what one of them lacks', () => {
  const figures = atTheLimit();
  const before = {
    provider: 'openai',
    model: 'old',
    language: null,
    judge: null,
    at: '2026-11-01',
    sources: [],
    criteria: [],
    cases: [],
    problems: [],
    good_enough: true,
    figures: {
      ...figures,
      language: { value: 0.5, of: 9 },
      flagged: { value: 0.1, of: 9 },
      judged_key: { value: null, of: 0 },
    },
  };
  expect(compared(figures, before).slice(1)).toEqual([
    '- better: 97% in the wanted language, was 50%',
    '- worse: 30% flagged, was 10%',
    '- not comparable: of the keys are right to the judge',
  ]);
  expect(compared(figures, { ...before, figures })[1]).toContain('nothing has changed');
});

describe('spoken answers', () => {
  const graded: Graded[] = [
    { language: 'en', criterion: 'Stops', agrees: true },
    { language: 'en', criterion: 'Stops', agrees: true },
    { language: 'de', criterion: 'Fragt', agrees: false },
    { language: 'de', criterion: 'Fragt', agrees: true },
  ];

  test('agreement is told in all, for the language that fares worst, and by criterion', () => {
    expect(agreement(graded)).toEqual({ value: 0.75, of: 4 });
    expect(worstLanguage(graded)).toEqual({ value: 0.5, of: 2 });
    expect(byCriterion(graded)).toEqual([
      { criterion: 'en: Stops', agreed: 2, of: 2 },
      { criterion: 'de: Fragt', agreed: 1, of: 2 },
    ]);
  });

  test('of our own have a verdict for each criterion, and what we heard is in them', () => {
    for (const { rubric, answers } of ORAL_SETS) {
      for (const { transcript, heard } of answers) {
        expect(heard).toHaveLength(rubric.length);
        for (const each of heard) expect(transcript).toContain(each ?? '');
      }
    }
  });
});

test('a judge has to find just the key right; what has no options counts for answerability alone', () => {
  const shared = { prompt: '', explanation: '', quote: '', level: null, flags: [] };
  const single: GeneratedQuestion = { kind: 'single_choice', ...shared, options: ['a', 'b', 'c'], correct: 1 };
  const spoken: GeneratedQuestion = { kind: 'spoken', ...shared, rubric: ['a'] };
  const judged: Judged[] = [
    { question: single, look: { n: 0, answerable: true, right: [1], distractors: 'good' } },
    { question: single, look: { n: 1, answerable: true, right: [1, 2], distractors: 'weak' } },
    { question: spoken, look: { n: 2, answerable: false, right: [], distractors: 'none' } },
  ];
  expect(rightKeys(judged)).toEqual({ value: 0.5, of: 2 });
  expect(goodDistractors(judged)).toEqual({ value: 0.5, of: 2 });
  expect(answerable(judged)).toEqual({ value: 2 / 3, of: 3 });
});

test('the language of a text is told by its letters or its small words', () => {
  expect(readSources().map(({ name, language }) => `${name} ${language}`)).toEqual([
    'de.md de',
    'en.md en',
    'zh.md zh',
  ]);
  expect(languageOf('ブレーキを踏んで確認します')).toBe('ja');
  expect(languageOf('Il faut fermer la porte avant de sortir et le dire au chef.')).toBe('fr');
  expect(languageOf('12 kg')).toBeUndefined();
});
