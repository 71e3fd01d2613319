import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { textDirectionOf } from './direction.ts';
import type { CompiledCatalogue } from './translator.ts';

/** The messages of a catalogue as written: ICU MessageFormat, by key. */
export type CatalogueMessages = Readonly<Record<string, string>>;

/**
 * Compiles the catalogue of a language. Messages that it lacks are those of `fallback`.
 * @throws SyntaxError naming the key of a message that isn't ICU MessageFormat
 */
export function compileCatalogue(
  messages: CatalogueMessages,
  fallback: CatalogueMessages = {},
  language = 'en',
): CompiledCatalogue {
  const isRightToLeft = textDirectionOf(language) === 'rtl';
  return Object.fromEntries(
    Object.entries({ ...fallback, ...messages }).map(([key, message]) => {
      const parts = compiled(key, message);
      if (!isRightToLeft) return [key, parts] as const;
      return [key, marked(Array.isArray(parts) ? isolated(parts) : parts, message)] as const;
    }),
  );
}

const RIGHT_TO_LEFT_MARK = '\u200F';

/**
 * Marks a message from right to left that doesn't begin with a word of its own. Where a text has the direction of its
 * first letter, such as in a heading or the subject of a mail, that could be one of a name in Latin letters.
 */
function marked(parts: CompiledMessage, message: string): CompiledMessage {
  // Also names of products and examples, which are the same in all languages.
  if (!/(?!\p{Script=Latin})\p{L}/u.test(message) || beginsFromTheRight(parts) !== false) return parts;
  return Array.isArray(parts) ? [RIGHT_TO_LEFT_MARK, ...parts] : `${RIGHT_TO_LEFT_MARK}${parts}`;
}

/** Returns undefined if there is no letter, and no value that could have one. */
function beginsFromTheRight(part: unknown): boolean | undefined {
  if (typeof part === 'string') {
    const [letter] = /\p{L}/u.exec(part) ?? [];
    return letter === undefined ? undefined : !/\p{Script=Latin}/u.test(letter);
  }
  if (!Array.isArray(part)) return undefined;
  for (const each of part as unknown[]) {
    const begins = Array.isArray(each) ? nodeBeginsFromTheRight(each) : beginsFromTheRight(each);
    if (begins !== undefined) return begins;
  }
  return undefined;
}

function nodeBeginsFromTheRight([, kind, branches]: unknown[]): boolean | undefined {
  if (typeof kind !== 'number' || kind === 0) return false;
  if (typeof branches !== 'object' || branches === null) return undefined;
  const begin = Object.values(branches).map(beginsFromTheRight);
  return begin.includes(false) ? false : begin.find((each) => each !== undefined);
}

/** Characters around a text of unknown direction: FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. */
const [BEGIN, END] = ['\u2068', '\u2069'];

/**
 * Isolates values and tags, so that a name in Latin letters doesn't turn the order of an Arabic sentence around. A
 * value is `[name]`, a tag `[name, ...content]`; others have a number as their kind, and plurals and selects then
 * branches.
 */
function isolated(parts: readonly unknown[]): CompiledMessage {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's types of parts aren't exported
  return parts.flatMap((part) => {
    if (!Array.isArray(part)) return [part];
    const [name, kind, ...rest] = part as [string, ...unknown[]];
    if (kind === undefined) return [BEGIN, part, END];
    if (typeof kind !== 'number' || kind === 0) return [BEGIN, [name, ...isolatedList([kind, ...rest])], END];
    return [[name, kind, ...rest.map(withBranches)]];
  }) as CompiledMessage;
}

const isolatedList = (parts: readonly unknown[]) => isolated(parts) as unknown as readonly unknown[];

function withBranches(branches: unknown): unknown {
  if (typeof branches !== 'object' || branches === null) return branches;
  return Object.fromEntries(
    Object.entries(branches).map(([name, branch]: [string, unknown]) => [
      name,
      Array.isArray(branch) ? isolated(branch) : branch,
    ]),
  );
}

function compiled(key: string, message: string) {
  try {
    return compile(message);
  } catch (error) {
    throw new SyntaxError(`The message ${key} isn’t valid: ${error instanceof Error ? error.message : String(error)}`);
  }
}
