import { indexPassages } from './find-passage.ts';

/** UTF-16 units of a source per call: about fifteen pages, which a model reads well as a whole. */
export const MAX_SOURCE_LENGTH_PER_CALL = 48_000;

/** Tokens of a call besides its source: the instructions, the schema and the existing items. */
const OVERHEAD = 2_500;
/** UTF-16 units per token, as few as in most texts: Latin scripts have about four, Chinese has about one. */
const UNITS_A_TOKEN = 2;
const LEAST_PART = 2_000;

/**
 * Returns the size of a source's parts for a model whose context window has `contextTokens`; null if it is large. Half
 * of the window is for the answer.
 */
export function partSizeFor(contextTokens: number | null | undefined): number {
  if (!contextTokens) return MAX_SOURCE_LENGTH_PER_CALL;
  const room = (contextTokens / 2 - OVERHEAD) * UNITS_A_TOKEN;
  return Math.min(Math.max(Math.floor(room), LEAST_PART), MAX_SOURCE_LENGTH_PER_CALL);
}

/** Names a step that reads parts of `size`: a job that resumes with another size mustn't use its result. */
export const stepNameForSize = (name: string, size: number): string =>
  size === MAX_SOURCE_LENGTH_PER_CALL ? name : `${name}-${size}`;

/** Borders from best to worst: headings and paragraphs, lines, sentences, words. */
const BORDERS = [/\n[ \t]*\n|\n(?=#{1,6} )/gu, /\n/gu, /[.!?…]["'”’»)\]]*\s|[。！？]/gu, /\s/gu];

/** End of a chunk of `text`: the last of the best borders between `least` and `most`. */
function borderIn(text: string, least: number, most: number): number {
  const window = text.slice(least, most);
  for (const border of BORDERS) {
    const last = [...window.matchAll(border)].at(-1);
    if (last) return least + last.index + last[0].length;
  }
  // No border at all, as in a text without spaces. Still don't split a surrogate pair.
  return /[\ud800-\udbff]$/.test(window) ? most - 1 : most;
}

/** Splits a text at paragraphs or sentences into chunks of similar length, at most `size` UTF-16 units. */
export function cutIntoChunks(text: string, size = MAX_SOURCE_LENGTH_PER_CALL): string[] {
  const chunks: string[] = [];
  let rest = text;
  while (rest.length > size) {
    const even = Math.ceil(rest.length / Math.ceil(rest.length / size));
    const end = borderIn(rest, Math.ceil(even * 0.7), Math.min(Math.ceil(even * 1.15), size));
    chunks.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...chunks, rest];
}

/** UTF-16 units at the beginning of a text that usually tell that there is enough to quote. */
const BEGINNING = 2_000;

/** Returns true if the text has enough words to quote. */
export const isQuotable = (text: string): boolean =>
  indexPassages(text.slice(0, BEGINNING)).quotable || (text.length > BEGINNING && indexPassages(text).quotable);

/** Up to `most` quotable parts of a text, spread evenly. */
export function sampleQuotableParts(text: string, most: number, size: number): string[] {
  const chunks = cutIntoChunks(text, size).filter(isQuotable);
  if (chunks.length <= most) return chunks;
  return Array.from({ length: most }, (_, n) => chunks[Math.floor(((n + 0.5) * chunks.length) / most)] ?? '');
}

/** A short text with its number. */
export type NumberedText = { n: number; text: string };

/** Puts texts together, in their order, into batches of at most `size` UTF-16 units and `most` texts. */
export function batchesOf(texts: readonly NumberedText[], size: number, most: number): NumberedText[][] {
  const batches: NumberedText[][] = [];
  let length = 0;
  for (const each of texts) {
    const last = batches.at(-1);
    length += each.text.length;
    if (last && length <= size && last.length < most) last.push(each);
    else {
      batches.push([each]);
      length = each.text.length;
    }
  }
  return batches;
}

/** Distributes `count` over the chunks by length; the shares add up to `count`. */
export function distributeCount(chunks: readonly string[], count: number): number[] {
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  let length = 0;
  let given = 0;
  return chunks.map((chunk) => {
    length += chunk.length;
    const share = Math.round((count * length) / total) - given;
    given += share;
    return share;
  });
}
