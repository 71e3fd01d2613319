import { locale } from './language.ts';
import { memoizeOnce } from '../memoize-once.ts';

const whole = memoizeOnce(() => new Intl.NumberFormat(locale));
const compact = memoizeOnce(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }));
const tenths = memoizeOnce(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const seconds = memoizeOnce(
  () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }),
);
const minutes = memoizeOnce(
  () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }),
);
const dollars = memoizeOnce(() => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }));
const fineDollars = memoizeOnce(
  () => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', minimumFractionDigits: 4 }),
);

/** The smallest amount that four decimals can represent. */
const SMALLEST = 0.0001;

/** Formats with one decimal at most: "19" for 18.99, "2.5". */
export const formatToTenths = (amount: number) => tenths().format(amount);

/** Formats in full: "12,345". */
export const formatNumber = (count: number) => whole().format(count);

/** Formats compactly: "12.3K". */
export const formatCompactNumber = (count: number) => compact().format(count);

/** Formats as "42.5 sec" or "12.3 min". */
export function formatDuration(amount: number): string {
  return amount < 120 ? seconds().format(amount) : minutes().format(amount / 60);
}

/**
 * Returns a US$ formatter for amounts shown together, with the same number of decimals: two, or four if one is below a
 * dollar, because a single call costs less than a cent.
 */
export function createDollarFormatter(amounts: number[]): (amount: number) => string {
  if (!amounts.some((amount) => amount > 0 && amount < 1)) return (amount) => dollars().format(amount);
  return (amount) =>
    amount > 0 && amount < SMALLEST ? `< ${fineDollars().format(SMALLEST)}` : fineDollars().format(amount);
}

/** Formats as "1 call" or "2 calls". */
export const formatCountWithNoun = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
