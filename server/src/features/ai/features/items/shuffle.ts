import { createHash } from 'node:crypto';

/**
 * Shuffles the options of a question so that their order doesn't reveal the right one. The order is deterministic per
 * question and independent of the model's order. Returns the original indexes in the new order.
 */
export function shuffled(prompt: string, options: readonly string[]): number[] {
  const lot = (option: string) => createHash('sha256').update(`${prompt}\0${option}`).digest('hex');
  const lots = options.map(lot);
  return options.map((_, place) => place).toSorted((one, other) => ((lots[one] ?? '') < (lots[other] ?? '') ? -1 : 1));
}
