import { wordsOf } from '@training/shared/search';
import { likePattern } from './like-pattern.ts';

/** The parameters of `containsWords` and `beginsAWord`. */
export function searchPatterns(query: string): { words: string[]; beginning: string } {
  const [first = '', ...others] = wordsOf(query).map(likePattern);
  return { words: [first, ...others], beginning: `% ${first.slice(1)}` };
}

/** As SQL, whether all words stand somewhere in a text that is in small letters. */
export const containsWords = <const Text extends string>(text: Text) =>
  `(${text}) like all (array(select lower(word) from unnest(:words::text[]) word))` as const;

/** As SQL, whether a word of the text begins with the first of the words: such a text comes before others. */
export const beginsAWord = <const Text extends string>(text: Text) =>
  `(' ' || ${text}) like lower(:beginning)` as const;
