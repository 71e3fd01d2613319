import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/database.ts';

const { pool } = await freshDatabase();

async function one<T>(sql: string, values: unknown[]): Promise<T> {
  const { rows } = await pool.query<{ value: T }>(`select ${sql} as value`, values);
  return rows[0]!.value;
}

test.each([
  // 2031-05-05 is a Monday.
  ['2031-05-05', '2031-05-05', 0],
  ['2031-05-05', '2031-05-07', 2],
  ['2031-05-08', '2031-05-12', 2],
  ['2031-05-09', '2031-05-12', 1],
  ['2031-05-09', '2031-05-13', 2],
  ['2031-05-10', '2031-05-12', 1],
  ['2031-05-11', '2031-05-13', 2],
  ['2031-05-09', '2031-05-11', 0],
  ['2030-12-31', '2031-01-02', 2],
  ['2031-05-05', '2031-06-02', 20],
])('from %s until %s so many working days have begun: %i', async (from, until, days) => {
  expect(await one('working_days($1::date, $2::date)', [from, until])).toBe(days);
});

test('working days agree with counting them one by one, over some years', async () => {
  const { rows } = await pool.query<{ wrong: number }>(
    `select count(*)::integer as wrong
     from generate_series(date '2027-01-01', date '2029-12-31', interval '1 day') f (day)
     cross join generate_series(0, 20) n
     where working_days(f.day::date, f.day::date + n) <> (
       select count(*) from generate_series(1, n) k where extract(isodow from f.day::date + k) < 6)`,
  );
  expect(rows[0]!.wrong).toBe(0);
});

test.each([
  // Clock changes in spring and autumn, north and south, by an hour and by half an hour, and across the date line.
  ['Europe/Berlin', '2031-03-29T12:00:00Z', '08:00', '2031-03-30T06:00:00Z'],
  ['Europe/Berlin', '2031-03-29T12:00:00Z', '02:30', '2031-03-30T01:30:00Z'],
  ['Europe/Berlin', '2031-10-25T12:00:00Z', '08:00', '2031-10-26T07:00:00Z'],
  ['America/New_York', '2031-03-08T20:00:00Z', '08:00', '2031-03-09T12:00:00Z'],
  ['America/New_York', '2031-11-01T20:00:00Z', '08:00', '2031-11-02T13:00:00Z'],
  ['Australia/Lord_Howe', '2031-04-05T00:00:00Z', '08:00', '2031-04-05T21:30:00Z'],
  ['Pacific/Kiritimati', '2031-05-05T12:00:00Z', '08:00', '2031-05-05T18:00:00Z'],
  ['Asia/Kolkata', '2031-05-05T02:29:00Z', '08:00', '2031-05-05T02:30:00Z'],
  ['Asia/Kolkata', '2031-05-05T02:30:00Z', '08:00', '2031-05-06T02:30:00Z'],
])('in %s, after %s, a clock shows %s next at %s', async (zone, moment, clock, next) => {
  expect(await one('next_local_time($1, $2, $3)', [moment, zone, clock])).toEqual(new Date(next));
});

test.each([
  ['Europe/Berlin', '2031-05-05T20:30:00Z', '22:00', '07:00', '2031-05-06T05:00:00Z'],
  ['Europe/Berlin', '2031-05-05T02:00:00Z', '22:00', '07:00', '2031-05-05T05:00:00Z'],
  ['Europe/Berlin', '2031-05-05T05:00:00Z', '22:00', '07:00', '2031-05-05T05:00:00Z'],
  ['Europe/Berlin', '2031-05-05T19:59:00Z', '22:00', '07:00', '2031-05-05T19:59:00Z'],
  // In nights with a clock change, seven o'clock comes an hour earlier or later.
  ['Europe/Berlin', '2031-03-29T22:30:00Z', '22:00', '07:00', '2031-03-30T05:00:00Z'],
  ['Europe/Berlin', '2031-10-25T21:30:00Z', '22:00', '07:00', '2031-10-26T06:00:00Z'],
  ['America/New_York', '2031-05-05T16:00:00Z', '12:00', '13:00', '2031-05-05T17:00:00Z'],
])('in %s, at %s, with quiet hours from %s to %s, a mail goes out at %s', async (zone, moment, from, to, goes) => {
  expect(await one('after_quiet_hours($1, $2, $3, $4)', [moment, zone, from, to])).toEqual(new Date(goes));
});
