import { createHash } from 'node:crypto';
import { parseAnswerJson, type DriveAnswer } from '../drive-fetch.ts';

const TOKEN = Buffer.from('"nextPageToken"');
const [QUOTE, BACKSLASH, COLON] = Buffer.from('"\\:');
const SPACES = new Set(Buffer.from(' \t\r\n'));

/**
 * Extracts the token of the next page and a digest of everything else, mostly instead of parsing the page. The digest
 * excludes the token because it differs each time.
 */
export function glanceAt({ bytes }: Pick<DriveAnswer, 'bytes'>): { next: string | null; digest: string } {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = tokenIn(text);
  const digest = createHash('sha256');
  if (!at) return { next: null, digest: digest.update(text).digest('base64') };
  digest.update(text.subarray(0, at.from)).update(text.subarray(at.to));
  const next = parseAnswerJson({ bytes: text.subarray(at.from, at.to) });
  return { next: typeof next === 'string' ? next : null, digest: digest.digest('base64') };
}

/** Returns the positions of the token's string. A file name can't contain its key, because quotes are escaped there. */
function tokenIn(text: Buffer): { from: number; to: number } | undefined {
  for (let key = text.indexOf(TOKEN); key !== -1; key = text.indexOf(TOKEN, key + 1)) {
    const colon = afterSpaces(text, key + TOKEN.length);
    // The match is a name, or part of one.
    if (text[colon] !== COLON) continue;
    const from = afterSpaces(text, colon + 1);
    if (text[from] !== QUOTE) return undefined;
    let to = from + 1;
    while (to < text.length && text[to] !== QUOTE) to += text[to] === BACKSLASH ? 2 : 1;
    return { from, to: to + 1 };
  }
  return undefined;
}

function afterSpaces(text: Buffer, from: number): number {
  let at = from;
  while (SPACES.has(text[at] ?? -1)) at++;
  return at;
}
