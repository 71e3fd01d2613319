import { locale } from '../../lib/i18n/language.ts';
import { memoizeOnce } from '../../lib/memoize-once.ts';

const words = memoizeOnce(() => new Intl.Collator(locale, { numeric: true }));

/** Sorts rows by a value, rows without one last. Rows with the same value stay in their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: ((row: Row) => string | number | null) | undefined,
  isDescending: boolean,
): Row[] {
  if (valueOf === undefined) return [...rows];
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * (typeof a === 'string' || typeof b === 'string' ? words().compare(String(a), String(b)) : a - b);
  });
}
