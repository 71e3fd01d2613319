import { describe, expect, test } from 'vitest';
import { compare } from './compare.ts';
import { share } from './interval.ts';
import { MEASURES, MINIMA, type MeasureName } from './minima.ts';
import type { Result } from './report.ts';
import { verdictOf, type Figures } from './verdict.ts';

/** Each at its limit, without an interval, of as many as needed. */
function atTheLimit(more: Partial<Figures> = {}): Figures {
  const entries = MEASURES.map((name) => [name, { value: MINIMA[name].limit, of: MINIMA[name].from }]);
  return { ...(Object.fromEntries(entries) as Figures), ...more };
}

describe('the verdict', () => {
  test('is good enough at the limit of every measure', () => {
    expect(verdictOf(atTheLimit(), undefined, [])).toEqual({ outcome: 'good enough', reasons: [] });
  });

  test.each(MEASURES)('is not if %s alone is beyond its limit, and says why that matters', (name) => {
    const { bound, limit, from, why } = MINIMA[name];
    const beyond = { value: bound === 'least' ? limit - 0.01 : limit + 0.01, of: from };
    const { outcome, reasons } = verdictOf(atTheLimit({ [name]: beyond }), undefined, []);
    expect(outcome).toBe('not good enough');
    expect(reasons).toEqual([expect.stringContaining(why)]);
  });

  test('is undecided if chance could decide, or if too little was measured, and says what to do', () => {
    const couldBeEither = verdictOf(atTheLimit({ caught: share(43, 50) }), undefined, []);
    expect(couldBeEither).toEqual({
      outcome: 'undecided',
      reasons: [expect.stringMatching(/^86% of the planted faults .* \(76–92 of 50\).*raise --planted$/)],
    });
    const tooFew = verdictOf(atTheLimit({ kappa: { value: 1, of: 29 } }), undefined, []);
    expect(tooFew.reasons[0]).toContain('29 are too few, 30 are needed; name more answers with --answers');
  });

  test('is clear once the whole interval is on one side', () => {
    expect(verdictOf(atTheLimit({ caught: share(98, 100) }), undefined, []).outcome).toBe('good enough');
    expect(verdictOf(atTheLimit({ caught: share(60, 100) }), undefined, []).outcome).toBe('not good enough');
  });

  test('needs neither cases that weren’t asked for nor a price that nobody knows', () => {
    const none = { value: null, of: 0 };
    expect(verdictOf(atTheLimit({ cases: none, cost: none }), undefined, []).outcome).toBe('good enough');
    expect(verdictOf(atTheLimit({ judged_cards: none }), undefined, []).outcome).toBe('undecided');
  });

  test('is undecided without a judge, whatever was measured, and after a call that failed', () => {
    const bad = verdictOf(atTheLimit({ language: share(0, 100) }), 'no judge', []);
    expect(bad).toEqual({
      outcome: 'undecided',
      reasons: ['no judge', expect.stringContaining('in the requested language')],
    });
    expect(verdictOf(atTheLimit(), undefined, ['a.md: refused'])).toEqual({
      outcome: 'undecided',
      reasons: ['1 of the calls failed: run it again'],
    });
  });
});

describe('beside the last result', () => {
  const judge = {
    name: 'openai:x',
    endpoint: null,
    is: 'of another family' as const,
    caught: share(9, 10),
    alarms: share(0, 10),
  };

  function resultOf(figures: Partial<Record<MeasureName, Result['figures'][MeasureName]>>, more: Partial<Result> = {}) {
    const result: Result = {
      model: 'anthropic:x',
      endpoint: null,
      at: '2026-11-01',
      second_look: null,
      language: null,
      judge,
      sources: [],
      answers: { count: 0, people: null },
      samples: null,
      figures,
      table: [],
      by_code: share(0, 0),
      least_caught: [],
      criteria: [],
      differences: [],
      cases: [],
      problems: [],
      spent: null,
      outcome: 'good enough',
      reasons: [],
    };
    return { ...result, ...more };
  }

  test('what is worse by more than chance is a regression', () => {
    const before = resultOf({ caught: share(190, 200), flagged: share(60, 200), language: share(90, 100) });
    const now = resultOf({ caught: share(120, 200), flagged: share(10, 200), language: share(88, 100) });
    const { lines, regressions } = compare(now, before);
    expect(regressions).toEqual(['worse: 60% of the planted faults are caught by code or the second call, was 95%']);
    expect(lines).toContain('- better: 5.0% flagged, was 30%');
    expect(lines.join('\n')).not.toContain('language');
  });

  test('a quarter more cost is a regression, a slow day is not', () => {
    const before = resultOf({ cost: { value: 0.01, of: 9 }, seconds: { value: 3, of: 9 } });
    const now = resultOf({ cost: { value: 0.02, of: 9 }, seconds: { value: 9, of: 9 } });
    const { lines, regressions } = compare(now, before);
    expect(regressions).toEqual(['worse: $0.0200 for an item, was $0.0100']);
    expect(lines).toContain('- worse: 9.0 s to an item, for 95 of 100, was 3.0 s');
  });

  test('a row of the table can be worse where the whole is not, and other judges can’t be compared', () => {
    const row = { task: 'cards', language: 'pl', cost: null, seconds: null, caught: share(0, 0) } as const;
    const before = resultOf({}, { table: [{ ...row, quality: share(95, 100) }] });
    const now = resultOf({}, { table: [{ ...row, quality: share(50, 100) }] });
    expect(compare(now, before).regressions).toEqual(['worse: cards, pl: quality 0.50, was 0.95']);
    const { lines, regressions } = compare({ ...now, judge: { ...judge, name: 'google:y' } }, before);
    expect(regressions).toEqual([]);
    expect(lines).toContain('- not comparable, because of the judge: of the cards are right');
    const moved = compare({ ...now, judge: { ...judge, endpoint: 'https://a.example #1' } }, before);
    expect(moved.lines).toContain('- not comparable, because of the judge: of the cards are right');
  });

  test('a result of other sources or answers can’t be compared', () => {
    const before = resultOf({ caught: share(190, 200) });
    const now = resultOf({ caught: share(20, 200) }, { answers: { count: 60, people: 0.9 } });
    expect(compare(now, before)).toEqual({
      lines: [expect.any(String), '- not comparable: it had other sources, answers or numbers of items'],
      regressions: [],
    });
  });

  test('no change is said to be none', () => {
    expect(compare(resultOf({}), resultOf({})).lines[1]).toBe('- no change beyond chance');
  });
});
