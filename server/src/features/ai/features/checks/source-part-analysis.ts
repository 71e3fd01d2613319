import { detectLanguage, findUnexpectedLanguage } from './language.ts';
import { figuresOf, type Figure } from './figures.ts';
import { createUnknownPhoneOrIpFinder } from './unwanted-content.ts';
import { denialsOf, type Denial } from './denials.ts';
import { readDeniedAct, type DeniedAct } from './denied-acts.ts';
import { hasNegationOrLimit, readPolarity, type PolarityReading } from './polarity.ts';
import { readTextFacts, type TextFacts } from './proof.ts';
import { findPromptInjections } from './prompt-injection.ts';
import { toCoveredLanguage, createStemLookup, contentStemsOf, type CoveredLanguage } from './words.ts';

/** A sentence or line of a text, in UTF-16 units. */
type Sentence = { text: string; start: number; end: number; paragraph: number };

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
function sentencesBetween(sentences: readonly Sentence[], start: number, end: number): Sentence[] {
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

type ReadSentence = Sentence & {
  has: (stem: string) => boolean;
  denials: Denial[];
  denied: DeniedAct | undefined;
};

/** A part of a source, read once for all items made from it. */
export type SourcePartAnalysis = {
  proof: TextFacts;
  text: string;
  sentences: Sentence[];
  /** The sentences with their words; empty if the language isn't covered. */
  read: ReadSentence[];
  language: CoveredLanguage | undefined;
  /** Language that the items shall have, as far as known. */
  wanted: string | undefined;
  /** Language by whose words the items are read. */
  itemLanguage: CoveredLanguage | undefined;
  hasWord: (stem: string) => boolean;
  /** Number of sentences that have a stem. */
  frequency: ReadonlyMap<string, number>;
  forAi: { start: number; end: number }[];
  unknownContacts: (text: string) => string[];
};

/**
 * Reads a part of a source. Runs in the time that its length takes.
 * @param asked BCP 47 tag of the requested language; otherwise items have the language of `like`, or of the source.
 */
export function analyseSourcePart(
  title: string,
  text: string,
  asked?: string,
  like: readonly string[] = [],
): SourcePartAnalysis {
  const whole = `${title}\n\n${text}`;
  const found = detectLanguage(text);
  const language = toCoveredLanguage(found);
  const wanted = asked ?? (like.length > 0 ? detectLanguage(like.join('\n')) : found);
  const sentences = sentencesOf(text);
  const read = language
    ? sentences.map((sentence) => {
        const reading = readPolarity(sentence.text, language);
        return {
          ...sentence,
          has: createStemLookup(sentence.text),
          denials: denialsOf(reading),
          denied: readDeniedAct(reading),
        };
      })
    : [];
  const frequency = new Map<string, number>();
  for (const { text: sentence } of read) {
    for (const stem of contentStemsOf(sentence, language)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  }
  return {
    proof: readTextFacts(whole, found),
    text,
    sentences,
    read,
    language,
    wanted,
    itemLanguage: toCoveredLanguage(wanted?.toLowerCase().split('-')[0]),
    hasWord: createStemLookup(whole),
    frequency,
    forAi: findPromptInjections(text),
    unknownContacts: createUnknownPhoneOrIpFinder(whole),
  };
}

/** A range of the source. */
type Range = { start: number; end: number; text: string };

/** UTF-16 units that a passage may have with what it was widened by. */
const LONGEST = 1_500;

/**
 * Widens a passage to its sentence if what stands before or behind it negates or limits it. A passage such as "smoke
 * near the charger" behind a "never" would say the opposite.
 */
export function widenPassageIfNegated({ text, sentences, language }: SourcePartAnalysis, passage: Range): Range {
  if (!language) return passage;
  const around = sentencesBetween(sentences, passage.start, passage.end);
  const first = around[0];
  const last = around.at(-1);
  if (!first || !last) return passage;
  const changes = (part: string) => hasNegationOrLimit(readPolarity(part, language));
  const before = text.slice(first.start, passage.start);
  const behind = text.slice(passage.end, last.end);
  const start = first.start < passage.start && changes(before) ? first.start : passage.start;
  // Only what follows in the same clause.
  const clause = behind.split(/[,;:.!?\n–—]/, 1)[0] ?? '';
  const end = passage.end < last.end && changes(clause) ? last.end : passage.end;
  if ((start === passage.start && end === passage.end) || end - start > LONGEST) return passage;
  const wide = text.slice(start, end);
  const from = start + wide.length - wide.trimStart().length;
  return { start: from, end: from + wide.trim().length, text: wide.trim() };
}

/** A passage of an item, read for comparison. */
export type PassageAnalysis = Range & {
  proof: TextFacts;
  reading: PolarityReading | undefined;
  /** Figures of the sentences beside it, in the same paragraph. */
  nearby: Figure[];
  /** Sentences of the passage. */
  own: ReadSentence[];
  /** Tests for a word in the passage, and in the sentences beside it too. */
  has: (stem: string) => boolean;
  hasNearby: (stem: string) => boolean;
};

export function analysePassage(reference: SourcePartAnalysis, passage: Range): PassageAnalysis {
  const { read, language, sentences, proof } = reference;
  const own = sentencesBetween(sentences, passage.start, passage.end);
  const first = own[0] ? sentences.indexOf(own[0]) : 0;
  const paragraphs = new Set(own.map(({ paragraph }) => paragraph));
  const beside = sentences
    .slice(Math.max(first - 1, 0), first + own.length + 1)
    .filter(({ paragraph }) => paragraphs.has(paragraph));
  const around = beside.map(({ text }) => text).join('\n');
  return {
    ...passage,
    proof: readTextFacts(passage.text, proof.language),
    reading: language && readPolarity(passage.text, language),
    nearby: figuresOf(around, language),
    own: own.flatMap((sentence) => read[sentences.indexOf(sentence)] ?? []),
    has: createStemLookup(passage.text),
    hasNearby: createStemLookup(`${passage.text}\n${around}`),
  };
}

/** UTF-16 units of each text that are enough to tell that it is in another language than the rest. */
const SAMPLE = 300;
/** Fewest words of such a text. */
const FEWEST_WORDS = 8;

/** Language of the item's texts, or of one of them, if it clearly isn't the wanted one. */
export function findUnrequestedLanguage({ wanted }: SourcePartAnalysis, texts: readonly string[]): string | undefined {
  if (wanted === undefined) return undefined;
  const whole = findUnexpectedLanguage(texts.join('\n'), wanted);
  if (whole !== undefined) return whole;
  for (const text of texts.map((each) => each.slice(0, SAMPLE))) {
    const other =
      text.split(/\s+/, FEWEST_WORDS).length < FEWEST_WORDS ? undefined : findUnexpectedLanguage(text, wanted);
    if (other !== undefined) return other;
  }
  return undefined;
}
