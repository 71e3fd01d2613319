import { createHash } from 'node:crypto';

/**
 * An order for the options of a question that says nothing about which is right: by chance, but the same for the same
 * question each time, whatever order the model gave them. Answers the places that they had.
 */
export function shuffled(prompt: string, options: readonly string[]): number[] {
  const lot = (option: string) => createHash('sha256').update(`${prompt}\0${option}`).digest('hex');
  const lots = options.map(lot);
  return options.map((_, place) => place).toSorted((one, other) => ((lots[one] ?? '') < (lots[other] ?? '') ? -1 : 1));
}
