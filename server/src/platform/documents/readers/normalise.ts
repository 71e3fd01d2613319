import { countCodePoints } from '@training/shared/text';
import { UnreadableDocumentError } from '../unreadable-document.ts';

export function findFirstTopLevelHeading(markdown: string): string | null {
  return /^# +(\S.*)$/m.exec(markdown)?.[1] ?? null;
}

// Control characters except tab and line feed, soft hyphens, zero-width spaces and byte order marks. They are
// invisible, so quotes don't contain them. Joiners stay, because scripts and emoji need them.
// oxlint-disable-next-line no-control-regex -- they are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/g;

/**
 * Normalises text so that it can be stored and quotes of it can be found: NFC, well-formed, `\n` only, plain spaces, no
 * trailing whitespace, at most one empty line in a row. Takes linear time.
 */
export function normaliseText(text: string): string {
  const lines = text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replace(UNSEEN, '')
    .toWellFormed()
    .normalize('NFC')
    .split('\n');
  const kept: string[] = [];
  for (const line of lines) {
    const trimmed = line.trimEnd();
    if (trimmed !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(trimmed);
  }
  if (kept.at(-1) === '') kept.pop();
  return kept.join('\n');
}

/** Returns the text. @throws UnreadableDocumentError if it has more than `most` code points */
export function requireTextWithinLimit(text: string, most: number): string {
  // A code point takes one or two UTF-16 units, so most texts need no count.
  if (text.length <= most) return text;
  if (text.length > 2 * most || countCodePoints(text) > most) throw tooMuchTextError(most);
  return text;
}

export function tooMuchTextError(most: number): UnreadableDocumentError {
  return new UnreadableDocumentError(
    'too_large',
    `The document has more than ${most.toLocaleString('en')} characters of text. Split it and add the parts.`,
  );
}
