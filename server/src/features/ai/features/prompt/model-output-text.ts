import { createHash } from 'node:crypto';
import { countCodePoints } from '@training/shared/text';
import { z } from 'zod';

/**
 * Cleans a model's text for storage and display: well-formed, without control characters and bidirectional overrides.
 */
function cleaned(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
}

/** A text in a model's answer. Lengths are checked later, because not every provider supports them in a schema. */
export const ModelOutputText = z.string().overwrite(cleaned);

/** Returns true if the text contains a letter or digit and has at most `max` code points. */
export function isFilledAndWithinLength(text: string, max: number): boolean {
  return /[\p{L}\p{N}]/u.test(text) && text.length <= 2 * max && countCodePoints(text) <= max;
}

/** Texts that stand for a missing answer, as by `comparisonKeyOf`. */
const PLACEHOLDERS = new Set(
  (
    'n a|k a|n d|b d|tbd|todo|null|undefined|placeholder|not specified|not stated|not mentioned|not given|no information|no answer|no data|' +
    'see source|see text|see above|keine angabe|keine angaben|keine antwort|nicht angegeben|nicht genannt|siehe text|siehe quelle|siehe oben|' +
    'sin datos|sin información|sin respuesta|no especificado|no se especifica|no se indica|no consta|ver texto|ver fuente|ver arriba|' +
    'brak danych|brak informacji|brak odpowiedzi|nie podano|nie określono|patrz tekst|patrz źródło|patrz wyżej|' +
    'non précisé|non spécifié|non indiqué|sans réponse|pas de réponse|pas d information|voir texte|voir source|voir ci dessus'
  ).split('|'),
);

/** Returns true if a text says only that there is no answer. */
export const isPlaceholder = (text: string): boolean => text.length <= 60 && PLACEHOLDERS.has(comparisonKeyOf(text));

/** Key under which two short texts count as equal: letters, digits and meaningful signs only. */
export function comparisonKeyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Sc}+%°<>=]+/gu, ' ')
    .trim();
}

/** Removes items whose text equals that of an earlier one. */
export function removeDuplicateTexts<T>(items: readonly T[], textOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = comparisonKeyOf(textOf(item));
    return !seen.has(key) && seen.add(key);
  });
}

/** Canonical language tag; `und` (undetermined, BCP 47) if invalid. */
export function toCanonicalLanguageTag(said: string): string {
  try {
    return Intl.getCanonicalLocales(said)[0] ?? 'und';
  } catch {
    return 'und';
  }
}

/**
 * Shuffles the options of a question so that their order doesn't reveal the right one. The order is deterministic per
 * question and independent of the model's order. Returns the original indexes in the new order.
 */
export function shuffleOptionIndexesByHash(prompt: string, options: readonly string[]): number[] {
  const lot = (option: string) => createHash('sha256').update(`${prompt}\0${option}`).digest('hex');
  const lots = options.map(lot);
  return options.map((_, place) => place).toSorted((one, other) => ((lots[one] ?? '') < (lots[other] ?? '') ? -1 : 1));
}
