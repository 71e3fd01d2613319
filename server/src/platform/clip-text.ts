import { countCodePoints } from '@training/shared/text';

/**
 * Truncates a text to `max` code points at a word, with an ellipsis. Used for texts that stay useful when shortened.
 */
export function clipText(text: string, max: number): string {
  if (text.length <= max || countCodePoints(text) <= max) return text;
  const cut = Array.from(text.slice(0, 2 * max))
    .slice(0, max - 1)
    .join('');
  const word = cut.replace(/\s\S*$/u, '').trimEnd();
  return `${word.length > cut.length / 2 ? word : cut}…`;
}
