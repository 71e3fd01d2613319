import { EventAction } from '@training/shared/events/events';
import { expect, test } from 'vitest';
import { groupAuditActionsByArea } from './audit-filters.tsx';

test('the filter has each action once, and what belongs together under one heading', () => {
  const areas = groupAuditActionsByArea();
  const listed = areas.flatMap(({ actions }) => actions.map(({ action }) => action));
  expect(listed.toSorted()).toEqual(EventAction.options.toSorted());
  expect(areas.every(({ actions }) => actions.length > 0)).toBe(true);
  const grading = areas.find(({ area }) => area === 'Grading');
  expect(grading?.actions.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['answer.graded', 'appeal.decided', 'grade.overridden']),
  );
});
