/** The maximum number of words searched; further ones are ignored. Words match in any order and case. */
const MOST_WORDS = 8;

/** Returns the words of a query in lower case. All of them must match. */
export function queryWordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, MOST_WORDS);
}
