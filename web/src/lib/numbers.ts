const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const seconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
const minutes = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const fineDollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD', minimumFractionDigits: 4 });

/** The smallest amount that four decimals can tell from nothing. */
const SMALLEST = 0.0001;

/** In full: "12,345". */
export const inFull = (count: number) => whole.format(count);

/** To be read at a glance: "12.3K". */
export const inShort = (count: number) => compact.format(count);

/** "42.5 sec", "12.3 min". */
export function inTime(amount: number): string {
  return amount < 120 ? seconds.format(amount) : minutes.format(amount / 60);
}

/**
 * US$ for amounts that stand together, all with as many decimals: two, or four where one of them is below a dollar, for
 * a single call costs less than a cent.
 */
export function dollarsFor(amounts: number[]): (amount: number) => string {
  if (!amounts.some((amount) => amount > 0 && amount < 1)) return (amount) => dollars.format(amount);
  return (amount) =>
    amount > 0 && amount < SMALLEST ? `< ${fineDollars.format(SMALLEST)}` : fineDollars.format(amount);
}

/** "1 call", "2 calls". */
export const counted = (count: number, one: string, many = `${one}s`) => `${inFull(count)} ${count === 1 ? one : many}`;
