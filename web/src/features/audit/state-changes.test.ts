import { expect, test } from 'vitest';
import { moduleStateChangeOf } from './state-changes.ts';

const moved = (changes: Record<string, unknown> | null, kind = 'module') => {
  const found = moduleStateChangeOf({ subject: { kind, id: null, name: 'Git Push' }, changes });
  return found && `${found.before} → ${found.after}`;
};

test.each([
  ['submitted', { status: ['draft', 'in_review'], workflow: ['draft', 'in_review'] }, 'draft → in review'],
  ['published first', { status: ['in_review', 'published'], workflow: ['in_review', null] }, 'in review → published'],
  ['a revision published', { workflow: ['in_review', null] }, 'in review → published'],
  ['revised', { workflow: [null, 'draft'] }, 'published → draft'],
  ['a revision queried', { workflow: ['in_review', 'changes_requested'] }, 'in review → changes requested'],
  ['archived', { status: ['published', 'archived'] }, 'published → archived'],
  ['archived with a draft', { status: ['draft', 'archived'], workflow: ['draft', 'draft'] }, 'draft → archived'],
  ['restored', { status: ['archived', 'published'] }, 'archived → published'],
] as const)('where a module goes is told: %s', (_, changes, words) => {
  expect(moved(changes)).toBe(words);
});

test('what stays where it is has no arrow', () => {
  expect(moved(null)).toBeNull();
  expect(moved({ section: 'quiz', version: [1, 2] })).toBeNull();
  expect(moved({ status: ['draft', 'published'] }, 'course')).toBeNull();
});
