import { type PersonToImport, MAX_PEOPLE_PER_CHANGE, type PersonChangeOutcome } from '@training/shared/users/people';
import { expect, test } from 'vitest';
import { importRowsInBatches } from './import-in-parts.ts';

const people = (count: number): PersonToImport[] =>
  Array.from({ length: count }, (_, n) => ({ email: `p${n}@example.com`, full_name: 'P' }));

/** A server that creates people once, but is busy for some in their first `times` calls. */
function serverBusyFor(busy: readonly string[], times: number) {
  const created = new Set<string>();
  const calls: number[] = [];
  const send = async (part: PersonToImport[]): Promise<PersonChangeOutcome[]> => {
    calls.push(part.length);
    return part.map(({ email = '' }) => {
      const outcome = { user_id: null, email, external_id: null, full_name: 'P', changes: {} };
      if (busy.includes(email) && calls.length <= times) {
        return { ...outcome, result: null, refused: { code: 'busy', detail: 'Busy.' } };
      }
      const result = created.has(email) ? 'unchanged' : 'created';
      created.add(email);
      return { ...outcome, result, refused: null };
    });
  };
  return { send, calls };
}

test('people refused as busy are sent again, and the others of their call are not', async () => {
  const { send, calls } = serverBusyFor(['p3@example.com', 'p4@example.com'], 1);
  const told: PersonChangeOutcome[] = [];
  await importRowsInBatches(people(MAX_PEOPLE_PER_CHANGE + 1), told, send);
  expect(calls).toEqual([MAX_PEOPLE_PER_CHANGE, 3]);
  expect(new Set(told.map(({ email }) => email)).size).toBe(MAX_PEOPLE_PER_CHANGE + 1);
  expect(told.filter(({ result }) => result !== 'created')).toEqual([]);
});

test('people for whom the server stays busy are refused in the end', async () => {
  const { send, calls } = serverBusyFor(['p0@example.com'], 9);
  const told: PersonChangeOutcome[] = [];
  await importRowsInBatches(people(3), told, send);
  expect(calls).toEqual([3, 1]);
  expect(told.map(({ email, result }) => [email, result])).toEqual([
    ['p1@example.com', 'created'],
    ['p2@example.com', 'created'],
    ['p0@example.com', null],
  ]);
});

test('an interrupted import goes on with those who are left', async () => {
  const { send, calls } = serverBusyFor([], 0);
  const [waiting, told]: [PersonToImport[], PersonChangeOutcome[]] = [people(MAX_PEOPLE_PER_CHANGE + 5), []];
  const failsOnce = (part: PersonToImport[]) =>
    calls.length === 1 ? (calls.push(0), Promise.reject(new Error('offline'))) : send(part);
  await expect(importRowsInBatches(waiting, told, failsOnce)).rejects.toThrow('offline');
  await importRowsInBatches(waiting, told, failsOnce);
  expect(calls).toEqual([MAX_PEOPLE_PER_CHANGE, 0, 5]);
  expect(told.filter(({ result }) => result === 'created')).toHaveLength(MAX_PEOPLE_PER_CHANGE + 5);
});
