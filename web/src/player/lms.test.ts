import { expect, test } from 'vitest';
import { findScormApi, Lms, type ScormApi, toCmiTimespan } from './lms.ts';

/** A system with values, which refuses some. */
function system(values: Record<string, string> = {}, refused: string[] = []) {
  const calls: string[] = [];
  const api: ScormApi = {
    LMSInitialize: () => (refused.includes('LMSInitialize') ? 'false' : 'true'),
    LMSFinish: () => String(calls.push('finish') > 0),
    LMSGetValue: (name) => values[name] ?? '',
    LMSSetValue: (name, value) => {
      if (refused.includes(name)) return 'false';
      values[name] = value;
      return 'true';
    },
    LMSCommit: () => {
      calls.push('commit');
      return refused.includes('LMSCommit') ? 'false' : 'true';
    },
  };
  return { api, values, calls };
}

const PASSED = { status: 'passed', score: 0.8125 } as const;

// rules/courses-and-modules 21
test('progress is set, committed with the time, and the visit ends once', () => {
  const { api, values, calls } = system({ 'cmi.suspend_data': 'before' });
  const lms = new Lms(api);
  expect([lms.state, lms.suspended]).toEqual(['stores', 'before']);
  lms.store(PASSED, 'quiz', 'after');
  lms.finish();
  lms.finish();
  lms.commit();
  expect(values).toMatchObject({
    'cmi.core.lesson_status': 'passed',
    'cmi.core.score.raw': '81.25',
    'cmi.core.score.min': '0',
    'cmi.core.score.max': '100',
    'cmi.core.lesson_location': 'quiz',
    'cmi.suspend_data': 'after',
    'cmi.core.exit': 'suspend',
    'cmi.core.session_time': expect.stringMatching(/^\d{4}:\d\d:\d\d\.\d$/),
  });
  expect(calls).toEqual(['commit', 'finish']);
  expect([0, 59_960, 3_725_400].map(toCmiTimespan)).toEqual(['0000:00:00.0', '0000:01:00.0', '0001:02:05.4']);
});

// rules/courses-and-modules 21
test('a result that was reached is never taken back, and a review stores nothing', () => {
  const passed = system({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' });
  new Lms(passed.api).store({ status: 'failed', score: 0.2 }, 'quiz', '');
  expect(passed.values).toMatchObject({ 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' });
  const review = system({ 'cmi.core.lesson_mode': 'review' });
  const lms = new Lms(review.api);
  lms.store(PASSED, 'quiz', 'x');
  lms.finish();
  expect([lms.state, review.values, review.calls]).toEqual([
    'reviewed',
    { 'cmi.core.lesson_mode': 'review' },
    ['finish'],
  ]);
});

// rules/courses-and-modules 21
test('a system that refuses says so, but not for what is optional', () => {
  expect(new Lms(system({}, ['LMSInitialize']).api).state).toBe('refused');
  const optional = new Lms(system({}, ['cmi.core.score.min', 'cmi.core.score.max']).api);
  optional.store(PASSED, 'quiz', '');
  optional.commit();
  expect(optional.isFailing).toBe(false);
  for (const part of ['cmi.suspend_data', 'LMSCommit']) {
    const lms = new Lms(system({}, [part]).api);
    lms.store(PASSED, 'quiz', '');
    lms.commit();
    expect(lms.isFailing, part).toBe(true);
  }
});

// rules/courses-and-modules 21
test('answers go into the journal within its limits, if the system has one', () => {
  const answer = {
    id: 'q',
    type: 'fill-in',
    response: 'x'.repeat(999),
    pattern: 'yes',
    result: 'wrong',
    took: 1_500,
  } as const;
  const without = system();
  new Lms(without.api).record(answer);
  expect(without.values).toEqual({});
  const { api, values } = system({ 'cmi.interactions._children': 'id', 'cmi.interactions._count': '7' });
  new Lms(api).record(answer);
  expect(values).toMatchObject({
    'cmi.interactions.7.id': 'q',
    'cmi.interactions.7.student_response': 'x'.repeat(255),
    'cmi.interactions.7.latency': '0000:00:01.5',
    'cmi.interactions.7.correct_responses.0.pattern': 'yes',
  });
});

// rules/courses-and-modules 21
test('the API is found in the frames around, then around the page that opened it, and never in another origin', () => {
  const { api } = system();
  const pageIn = (parent: object | null, more: object = {}) => {
    const page = { opener: null, ...more };
    return Object.assign(page, { parent: parent ?? page }) as unknown as Window;
  };
  const foreign = (parent: object | null) =>
    new Proxy(pageIn(parent), {
      has: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
  expect(findScormApi(pageIn(pageIn(pageIn(null, { API: api }))))).toBe(api);
  expect(findScormApi(pageIn(foreign(pageIn(null, { API: api }))))).toBe(api);
  expect(findScormApi(pageIn(null, { opener: pageIn(pageIn(null, { API: api })) }))).toBe(api);
  expect(findScormApi(pageIn(null, { opener: foreign(null) }))).toBeUndefined();
});
