import { v7 } from 'uuid';

const DAY = 86_400_000;

/** The moment that lies `days` before `from`; fractions are hours. */
export function before(from: Date, days: number): Date {
  return new Date(from.getTime() - days * DAY);
}

export function after(from: Date, days: number): Date {
  return before(from, -days);
}

export function daysBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / DAY;
}

export function latest(...moments: Date[]): Date {
  return new Date(Math.max(...moments.map(Number)));
}

/** An id as it would have been made at that moment: UUIDv7 begins with its time (rules/values 1). */
export function idAt(moment: Date): string {
  return v7({ msecs: moment.getTime() });
}
