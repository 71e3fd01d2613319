import { expect, test } from 'vitest';
import { PeopleSearchParams } from '../features/users/people-search.ts';
import { SentNotificationsSearchParams } from '../features/notifications/sent-search.ts';
import {
  dayParameter,
  idParameter,
  createIntegerParameter,
  createOneOfParameter,
  pageNumberParameter,
  createSearchParamsValidator,
  textParameter,
} from './search-params.ts';

const ID = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

test('an address keeps what is valid in it and drops the rest, also names that it doesn’t know', () => {
  const search = { q: 42, role: 'trainer', status: 'asleep', order: 'age', down: false, page: 0, other: 1 };
  expect(PeopleSearchParams(search)).toEqual({ q: '42', role: 'trainer' });
  expect(
    PeopleSearchParams({ role: 'toString', department: ID.toUpperCase(), page: 3, down: true, order: 'added' }),
  ).toEqual({
    department: ID,
    page: 3,
    down: true,
    order: 'added',
  });
});

test('a cursor in an address needs both its parts', () => {
  const after = { at: '2026-01-01T00:00:00.000Z', id: ID };
  expect(SentNotificationsSearchParams({ after })).toEqual({ after });
  expect(SentNotificationsSearchParams({ after: { at: 'yesterday', id: ID } })).toEqual({});
  expect(SentNotificationsSearchParams({ after: { at: after.at } })).toEqual({});
});

test('a day must be in the calendar, an id a UUID, a number whole and within its limits', () => {
  expect(['2024-02-29', '2026-02-29', '2026-13-01', '2026-1-1', 20260101].map(dayParameter)).toEqual([
    '2024-02-29',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect([`${ID} `, 'x', null].map(idParameter)).toEqual([undefined, undefined, undefined]);
  expect([1, 365, 366, 1.5, '2'].map(createIntegerParameter(1, 365))).toEqual([
    1,
    365,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a search text is trimmed, and an empty one is none', () => {
  const search = createSearchParamsValidator({ q: textParameter });
  expect(search({ q: '  fire ' })).toEqual({ q: 'fire' });
  expect(search({ q: '   ' })).toEqual({});
  expect(search({ q: { a: 1 } })).toEqual({});
});

test('an invalid parameter is undefined, so that the router doesn’t add it as the address has it', () => {
  const search = createSearchParamsValidator({
    side: createOneOfParameter({ left: true, right: true }),
    page: pageNumberParameter,
  });
  expect({ side: 'middle', ...search({ side: 'middle' }) }).toEqual({ side: undefined });
  expect(Object.keys(search({ page: 2 }))).toEqual(['page']);
});
