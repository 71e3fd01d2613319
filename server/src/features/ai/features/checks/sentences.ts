/** A sentence or line of a text, in UTF-16 units. */
export type Sentence = { text: string; start: number; end: number; paragraph: number };

const SEGMENTER = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Beginnings of lines that don't continue the line before. */
const NEW_LINE = /^\s*(?:$|[#>|*•-]|\d{1,3}[.)])/;

/** Splits a text into sentences. Lines that only wrap are joined. */
export function sentencesOf(text: string): Sentence[] {
  const lines = text.split('\n');
  // A space has the length of the line break, so that the offsets stay the same.
  const flowing = lines
    .map((line, n) => {
      const next = lines[n + 1];
      const wraps =
        next !== undefined &&
        line.trim() !== '' &&
        !NEW_LINE.test(next) &&
        !/[.!?:;]\s*$/.test(line) &&
        !line.startsWith('#');
      return `${line}${next === undefined ? '' : wraps ? ' ' : '\n'}`;
    })
    .join('');
  let paragraph = 0;
  const found: Sentence[] = [];
  for (const { segment, index } of SEGMENTER.segment(flowing)) {
    if (/[\p{L}\p{N}]/u.test(segment))
      found.push({ text: segment, start: index, end: index + segment.length, paragraph });
    if (segment.trim() === '' || segment.endsWith('\n\n')) paragraph++;
  }
  return found;
}

/** Sentences that overlap a range. They are sorted, so this takes one search. */
export function sentencesIn(sentences: readonly Sentence[], start: number, end: number): Sentence[] {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sentences[middle]?.end ?? Infinity) <= start) low = middle + 1;
    else high = middle;
  }
  const found: Sentence[] = [];
  for (let n = low; (sentences[n]?.start ?? Infinity) < end; n++) {
    const sentence = sentences[n];
    if (sentence) found.push(sentence);
  }
  return found;
}
