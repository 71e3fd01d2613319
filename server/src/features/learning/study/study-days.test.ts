import { MAX_STUDY_STREAK_DAYS } from '@training/shared/learning/study-streak';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { classroomOf, completeAt } from '../learning-fixture.ts';
import { countStudyStreak } from './count-study-streak.ts';

const server = await startTestServer();

async function studiedAt(...moments: string[]) {
  const room = await classroomOf(server);
  const learner = await room.learner();
  for (const moment of moments) {
    const { id } = await room.module({ cards: 1, questions: 1 });
    await completeAt(learner.at(moment), id);
  }
  return learner;
}

// rules/learning 17
test('days in a row with study are counted up to today, or yesterday, in the person’s time zone', async () => {
  const learner = await studiedAt(
    '2031-03-01T10:00:00.000Z',
    '2031-03-03T10:00:00.000Z',
    '2031-03-04T10:00:00.000Z',
    '2031-03-05T02:00:00.000Z',
  );
  const asked = (now: string, time_zone: string) => countStudyStreak(learner.at(now), { time_zone });
  expect(await asked('2031-03-05T12:00:00.000Z', 'UTC')).toEqual({ days: 3, today: true });
  expect(await asked('2031-03-06T12:00:00.000Z', 'UTC')).toEqual({ days: 3, today: false });
  expect(await asked('2031-03-07T12:00:00.000Z', 'UTC')).toEqual({ days: 0, today: false });
  // In New York the last study was on the evening of the fourth.
  expect(await asked('2031-03-05T12:00:00.000Z', 'America/New_York')).toEqual({ days: 2, today: false });
});

// rules/learning 17
test('more days in a row than are counted are as many as are counted', async () => {
  const learner = await studiedAt('2031-03-05T11:00:00.000Z');
  await server.db.pool.query(
    `insert into seen_cards (workspace_id, enrollment_id, card_id, item_hash, seen_at)
     select s.workspace_id, s.enrollment_id, gen_random_uuid(), 'hash', timestamptz '2031-03-05T13:00Z' - ago * interval '1 day'
     from seen_cards s cross join generate_series(1, 400) ago where s.seen_at = '2031-03-05T11:00Z'`,
  );
  const counted = await countStudyStreak(learner.at('2031-03-05T12:00:00.000Z'), { time_zone: 'UTC' });
  expect(counted).toEqual({ days: MAX_STUDY_STREAK_DAYS, today: true });
});

// rules/learning 17
test('a person has only their own days in a row, and no study is no day', async () => {
  const learner = await studiedAt(new Date().toISOString());
  const room = await classroomOf(server);
  const other = await room.learner();
  expect(await learner.client.learning.days.query({ time_zone: 'UTC' })).toEqual({ days: 1, today: true });
  // Some devices have zones that the database lacks.
  expect(await learner.client.learning.days.query({ time_zone: 'US/Pacific-New' })).toMatchObject({ days: 1 });
  expect(await other.client.learning.days.query({ time_zone: 'UTC' })).toEqual({ days: 0, today: false });
  await expect(other.client.learning.days.query({ time_zone: 'Nowhere/City' })).rejects.toMatchObject({
    data: { httpStatus: 400 },
  });
});
