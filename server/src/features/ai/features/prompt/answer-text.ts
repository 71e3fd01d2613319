import { codePoints } from '@training/shared/primitives';
import { z } from 'zod';

/**
 * What a model writes, made fit to be stored and shown: whole characters, no controls, nothing that turns the text
 * around it.
 */
function cleaned(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
}

/** A text in a model's answer. Lengths are checked afterwards: not every provider knows them in a schema. */
export const AnswerText = z.string().overwrite(cleaned);

/** Whether there is something in it to read, in at most `max` code points. */
export function fits(text: string, max: number): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= 2 * max && codePoints(text) <= max;
}

/**
 * The first `max` code points at most, ended at a word and marked as cut: for what may be shorter and still be of use.
 */
export function clip(text: string, max: number): string {
  if (text.length <= max || codePoints(text) <= max) return text;
  const cut = Array.from(text.slice(0, 2 * max))
    .slice(0, max - 1)
    .join('');
  const word = cut.replace(/\s\S*$/u, '').trimEnd();
  return `${word.length > cut.length / 2 ? word : cut}…`;
}

/** What makes two short texts the same to a reader: their letters and digits. */
export function comparisonKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}+%°<>=]+/gu, ' ')
    .trim();
}

/** Without those that read the same as one before them. */
export function withoutDuplicates<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = comparisonKey(textOf(item));
    return !seen.has(key) && seen.add(key);
  });
}

/** A language tag in its usual letters; `und` (undetermined, BCP 47) for what is none. */
export function languageTag(said: string): string {
  try {
    return Intl.getCanonicalLocales(said)[0] ?? 'und';
  } catch {
    return 'und';
  }
}
