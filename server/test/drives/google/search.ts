import { invalid } from './google-error.ts';
import type { GoogleWorld, WorldFile } from './world.ts';

type Term = (file: WorldFile) => boolean;
export type Search = { parent: string | undefined; matches: Term };

/** A word, a sign, or a text between quotes, in which a backslash makes the next letter one of the text. */
const TOKEN = /\s*(?:'((?:[^'\\]|\\.)*)'|([A-Za-z]+)|(!?=))/y;

/**
 * Parses `q`: the terms that are used here, joined by `and`.
 * @throws GoogleError at anything else
 */
export function parseSearch(world: GoogleWorld, email: string, q: string): Search {
  const tokens: { text?: string | undefined; word?: string | undefined }[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < q.trimEnd().length) {
    const found = TOKEN.exec(q);
    if (!found) throw invalid('q');
    const [, text, word, sign] = found;
    tokens.push(text === undefined ? { word: word ?? sign } : { text: text.replace(/\\(.)/g, '$1') });
  }
  const rootOf = (id: string) => (id === 'root' ? (world.roots.get(email) ?? id) : id);
  let parent: string | undefined;
  const terms: Term[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [first, second, third] = tokens.slice(at, at + 3);
    const said = [first?.word ?? "''", second?.word ?? "''", third?.word ?? "''"].join(' ');
    if (said.startsWith("'' in parents")) {
      parent = rootOf(first?.text ?? '');
      at += 2;
    } else if (said === 'trashed = true' || said === 'trashed = false') {
      terms.push((file) => world.isTrashed(file.id) === (third?.word === 'true'));
      at += 2;
    } else if (said === "mimeType = ''" || said === "mimeType != ''") {
      terms.push((file) => (file.mimeType === third?.text) === (second?.word === '='));
      at += 2;
    } else if (said === 'sharedWithMe = true' || /^sharedWithMe (?:and|'')/.test(said)) {
      terms.push((file) => file.sharedWith.has(email));
      at += second?.word === '=' ? 2 : 0;
    } else throw invalid('q');
    const next = tokens[++at];
    if (next && (next.word !== 'and' || at === tokens.length - 1)) throw invalid('q');
  }
  if (terms.length === 0 && parent === undefined) throw invalid('q');
  return { parent, matches: (file) => terms.every((term) => term(file)) };
}
