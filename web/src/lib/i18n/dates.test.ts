import { afterEach, expect, test, vi } from 'vitest';
import { addDaysToToday } from './dates.ts';

afterEach(() => vi.unstubAllEnvs());

test('a suggested day counts from the reader’s today, not from that of UTC, also when clocks change', () => {
  const evening = new Date('2026-11-28T20:30:00Z');
  for (const [zone, today, later] of [
    ['Pacific/Auckland', '2026-11-29', '2026-12-13'],
    ['UTC', '2026-11-28', '2026-12-12'],
  ] as const) {
    vi.stubEnv('TZ', zone);
    expect(addDaysToToday(0, evening)).toBe(today);
    expect(addDaysToToday(14, evening)).toBe(later);
  }
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(addDaysToToday(1, new Date('2026-10-24T22:30:00Z'))).toBe('2026-10-26');
});
