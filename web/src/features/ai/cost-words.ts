import type { CostEstimate } from '@training/shared/ai/ai-estimate';
import { dayInWords } from '../../lib/in-words.ts';
import { dollarsFor } from '../../lib/numbers.ts';

const CENT = 0.01;

/** Formats as "$0.02 to $0.10", rounded to cents: an estimate isn't more precise. */
function rangeInWords(low: number, high: number): string {
  const [least, most] = [Math.floor(low / CENT) * CENT, Math.ceil(high / CENT) * CENT];
  const inCents = (amount: number) => amount.toFixed(2);
  const inDollars = dollarsFor([]);
  if (most <= CENT) return `less than ${inDollars(CENT)}`;
  if (least < CENT) return `up to ${inDollars(most)}`;
  return inCents(least) === inCents(most) ? inDollars(most) : `${inDollars(least)} to ${inDollars(most)}`;
}

/** Returns the cost note for one or several jobs of the same model. */
export function costInWords(estimates: readonly CostEstimate[]): string | null {
  const [first] = estimates;
  if (first === undefined) return null;
  const { label, own, priced_at: pricedAt } = first;
  const sum = (amounts: (number | null)[]) =>
    amounts.reduce<number | null>((all, each) => (all === null || each === null ? null : all + each), 0);
  const low = sum(estimates.map(({ low_usd }) => low_usd));
  const high = sum(estimates.map(({ high_usd }) => high_usd));
  if (low === null || high === null) return `What this costs isn’t known: no price is listed for ${label}.`;
  const of = pricedAt === null ? 'list prices' : `list prices of ${dayInWords(pricedAt)}`;
  const payer = own ? ', on your workspace’s own key' : '';
  return `Costs ${rangeInWords(low, high)} with ${label}${payer}. This is an estimate from ${of}.`;
}
