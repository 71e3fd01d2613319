import { codePoints } from '@training/shared/primitives';
import { UnreadableDocument } from '../unreadable-document.ts';

// Control characters but tab and line feed, soft hyphens, zero-width spaces and byte order marks: nobody sees them, so
// nobody quotes them. Joiners stay, which scripts and emoji need.
// oxlint-disable-next-line no-control-regex -- they are what is removed
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/g;

/**
 * Text that can be stored and whose passages are found again: NFC, well-formed, `\n` only, plain spaces, no blanks at
 * the ends of lines, at most one empty line in a row. Linear in its length.
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

/** @throws UnreadableDocument when it is longer, in code points. */
export function limitText(text: string, most: number): string {
  // A code point is one or two units: most texts need no count.
  if (text.length <= most) return text;
  if (text.length > 2 * most || codePoints(text) > most) throw tooMuchText(most);
  return text;
}

export function tooMuchText(most: number): UnreadableDocument {
  return new UnreadableDocument(
    'too_large',
    `The document has more than ${most.toLocaleString('en')} characters of text. Split it and add the parts.`,
  );
}
