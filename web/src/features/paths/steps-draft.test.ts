import { expect, test } from 'vitest';
import { stepDraftsOf, moveStep, stepsInputOf } from './steps-draft.ts';

const step = (module_id: string, requires: string[]) => ({
  module_id,
  title: module_id,
  course: '',
  status: 'published' as const,
  requires,
});

// rules/paths 1
test('steps come back as they were, whatever has to be done before each', () => {
  const steps = [step('a', []), step('b', ['a']), step('c', ['a', 'b']), step('d', ['a', 'c']), step('e', [])];
  const drafts = stepDraftsOf(steps);
  expect(drafts.map(({ opens }) => opens)).toEqual(['none', 'previous', 'all', 'some', 'none']);
  expect(stepsInputOf(drafts)).toEqual(steps.map(({ module_id, requires }) => ({ module_id, requires })));
});

test('a moved module needs what comes before it now, and a chosen one that comes later no longer counts', () => {
  const drafts = stepDraftsOf([step('a', []), step('b', ['a']), step('c', ['b']), step('d', ['a', 'c'])]);
  expect(stepsInputOf(moveStep(drafts, 'd', 1))).toEqual([
    { module_id: 'a', requires: [] },
    { module_id: 'd', requires: ['a'] },
    { module_id: 'b', requires: ['d'] },
    { module_id: 'c', requires: ['b'] },
  ]);
  expect(stepsInputOf(moveStep(drafts, 'a', 3))[0]).toEqual({ module_id: 'b', requires: [] });
});
