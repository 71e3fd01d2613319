import { createHash } from 'node:crypto';

/**
 * Hash under which two contents count as the same text (rules/suggestions 4): ignores differences in Unicode
 * composition and white space, but no others. Returns SHA-256.
 */
export function hashNormalizedText(content: string): Buffer {
  const normalised = content.normalize('NFC').replace(/\s+/gu, ' ').trim();
  return createHash('sha256').update(normalised, 'utf8').digest();
}

/** Key of a source: its name without regard to case and white space (rules/suggestions 5). */
export const sourceKeyOf = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** Key of a page in another system, derived from its address; null without an address. */
export function pageKeyOf(sourceKey: string, url: string | null): bigint | null {
  return url === null ? null : hash64(`${sourceKey}\n${url}`);
}

/** The first 64 bits of SHA-256, as a signed integer like PostgreSQL's bigint. */
export function hash64(text: string): bigint {
  return createHash('sha256').update(text, 'utf8').digest().readBigInt64BE();
}

/**
 * Derives a title: the first Markdown or HTML heading, or else the first line with text, without markup; at most 300
 * characters. Skips front matter, and headings in code blocks.
 */
export function deriveTitleFromContent(content: string): string {
  const text = content.replace(/^---[ \t]*\r?\n(?=[\w-]+:)[^]*?\r?\n---[ \t]*(\r?\n|$)/u, '');
  const prose = text.replace(/^(```|~~~)[^]*?^\1.*$/gmu, '');
  const lines = ([prose, text].find((candidate) => candidate.trim()) ?? content)
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.replace(/\p{Cc}/gu, ' ').trim());
  const heading = lines.find((candidate) => /^#{1,6}\s+\S/u.test(candidate) || htmlHeading(candidate));
  const line = heading ?? lines.find((candidate) => /[\p{L}\p{N}]/u.test(candidate)) ?? lines.find(Boolean) ?? '';
  const plain = (htmlHeading(line) ?? line)
    .replace(/^(#{1,6}|>|[-*+])\s+/u, '')
    // Not /\s+#+$/, which would restart at each space of a long gap.
    .replace(/(?<=\s)#+$/u, '')
    .replace(/[*_`]{1,3}(\S.*?)[*_`]{1,3}/gu, '$1')
    .trim();
  const title = Array.from(plain || line)
    .slice(0, 300)
    .join('')
    .trim();
  return title || 'Untitled';
}

/** Text of an HTML heading that is on one line and not empty. */
function htmlHeading(line: string): string | undefined {
  const inner = /^<h([1-6])(?:\s[^<>]*)?>(.*?)<\/h\1>/iu.exec(line)?.[2]?.replace(/<[^<>]*>/gu, '');
  return inner && /[\p{L}\p{N}]/u.test(inner) ? inner.trim() : undefined;
}
