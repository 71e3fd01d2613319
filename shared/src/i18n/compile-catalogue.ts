import compile from 'icu-minify/compile';
import type { Catalogue } from './translator.ts';

/** The messages of a catalogue as written: ICU MessageFormat, by key. */
export type Messages = Readonly<Record<string, string>>;

/**
 * Compiles a catalogue. Messages that the language lacks are those of `fallback`.
 * @throws SyntaxError naming the key of a message that isn't ICU MessageFormat
 */
export function compileCatalogue(messages: Messages, fallback: Messages = {}): Catalogue {
  return Object.fromEntries(
    Object.entries({ ...fallback, ...messages }).map(([key, message]) => [key, compiled(key, message)]),
  );
}

function compiled(key: string, message: string) {
  try {
    return compile(message);
  } catch (error) {
    throw new SyntaxError(`The message ${key} isn’t valid: ${error instanceof Error ? error.message : String(error)}`);
  }
}
