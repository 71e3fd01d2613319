import { queryWordsOf } from '@training/shared/search/search-words';

/** Returns a `like` pattern that finds `part` anywhere, with its wildcards escaped. */
export function likePatternOf(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Returns the parameters of `containsWordsSql` and `beginsAWordSql`. */
export function searchParametersOf(query: string): { words: string[]; beginning: string } {
  const [first = '', ...others] = queryWordsOf(query).map(likePatternOf);
  return { words: [first, ...others], beginning: `% ${first.slice(1)}` };
}

/** SQL condition: all words occur in a lowercase text. */
export const containsWordsSql = <const Text extends string>(text: Text) =>
  `(${text}) like all (array(select lower(word) from unnest(:words::text[]) word))` as const;

/** SQL condition: a word of the text starts with the first search word. Such results are listed first. */
export const beginsAWordSql = <const Text extends string>(text: Text) =>
  `(' ' || ${text}) like lower(:beginning)` as const;
