import type { AiFeature } from '@training/shared/ai/ai-features';
import { keyOf, sentencesOf, type PromptParts, type Sentence } from './prompt-parts.ts';

const gap = (sentence: string): string => sentence.replace(keyOf(sentence), '_____');

/** `count` of the sentences, none twice, spread over the whole text. */
function spread(all: Sentence[], count: number): Sentence[] {
  const sentences = [...new Map(all.map((sentence) => [sentence.text, sentence])).values()];
  const step = Math.max(sentences.length / Math.max(count, 1), 1);
  return Array.from(
    { length: Math.min(count, sentences.length) },
    (_, index) => sentences[Math.floor(index * step)],
  ).filter((sentence) => sentence !== undefined);
}

const LEVELS = ['recall', 'apply', 'decide'] as const;

const frontOf = ({ heading, text }: Sentence): string => `${heading ? `${heading}: ` : ''}${gap(text)}`;

function cards({ source, count, existing, level }: PromptParts) {
  const left = sentencesOf(source).filter((sentence) => !existing.includes(frontOf(sentence)));
  return {
    cards: spread(left, count).map((sentence, index) => ({
      front: frontOf(sentence),
      back: `${keyOf(sentence.text)}. ${sentence.text}`,
      quote: sentence.text,
      level: level ?? LEVELS[index % LEVELS.length],
    })),
  };
}

const NO_QUESTION = { options: [], correct: [], accepted: [], rubric: [] };

function quiz({ source, count, existing, level }: PromptParts) {
  const sentences = sentencesOf(source);
  const keys = [...new Set(sentences.map(({ text }) => keyOf(text)))];
  const there = existing.filter(Boolean).length;
  const questions = spread(sentences, count + there).map(({ heading, text }, index) => {
    const key = keyOf(text);
    const others = keys.filter((each) => each !== key);
    const rest = { ...NO_QUESTION, explanation: text, quote: text, level: level ?? LEVELS[index % LEVELS.length] };
    const topic = heading || 'this';
    if (index % 4 === 3) {
      return {
        kind: 'spoken',
        ...rest,
        prompt: `Explain in your own words: ${topic}.`,
        rubric: [`Mentions ${key}`, text],
      };
    }
    if (index % 4 === 2 || others.length < 2) {
      return { kind: 'short_text', ...rest, prompt: `Fill in what is missing: ${gap(text)}`, accepted: [key] };
    }
    const wrong = others
      .slice(index, index + 3)
      .concat(others)
      .slice(0, 3);
    if (index % 4 === 1) {
      const another = sentences.find((each) => each.text !== text)?.text ?? text;
      const options = [text, ...wrong.slice(0, 2).map((each) => text.replace(key, each)), another];
      return { kind: 'multiple_choice', ...rest, prompt: `What is true about ${topic}?`, options, correct: [0, 3] };
    }
    const place = index % (wrong.length + 1);
    const options = wrong.toSpliced(place, 0, key);
    const reasons = options.map((option) => (option === key ? '' : `That is said of something else.`));
    return { kind: 'single_choice', ...rest, prompt: `Which fits? ${gap(text)}`, options, reasons, correct: [place] };
  });
  return { questions: questions.filter(({ prompt }) => !existing.includes(prompt)).slice(0, count) };
}

/** Languages that are told by their script; Japanese first, for it has Chinese characters too. */
const SCRIPTS: [language: string, letters: RegExp][] = [
  ['ja', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['zh', /\p{sc=Han}/gu],
  ['ko', /\p{sc=Hangul}/gu],
  ['ar', /\p{sc=Arabic}/gu],
  ['he', /\p{sc=Hebrew}/gu],
  ['ru', /\p{sc=Cyrillic}/gu],
  ['el', /\p{sc=Greek}/gu],
  ['hi', /\p{sc=Devanagari}/gu],
  ['th', /\p{sc=Thai}/gu],
];

const FREQUENT: [language: string, words: RegExp][] = [
  ['en', /\b(the|and|is|of|to)\b/gi],
  ['de', /\b(der|die|das|und|ist)\b/gi],
  ['pt', /\b(que|não|uma|com|para|os)\b/gi],
  ['es', /\b(que|el|los|una|con|para)\b/gi],
  ['fr', /\b(les|des|est|une|et|pour)\b/gi],
];

/** BCP 47; `und` where nothing tells it, as a model is asked to answer. */
function languageOf(text: string): string {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  const script = SCRIPTS.find(([, pattern]) => count(pattern) * 5 > letters);
  if (script) return script[0];
  const [best] = FREQUENT.map(([language, words]) => ({ language, n: count(words) })).toSorted((a, b) => b.n - a.n);
  return best && best.n > 0 ? best.language : 'und';
}

function extract({ source }: Pick<PromptParts, 'source'>) {
  const sentences = sentencesOf(source);
  const headings = Map.groupBy(sentences, ({ heading }) => heading);
  return {
    title: /^#\s+(.+)$/m.exec(source)?.[1] ?? sentences[0]?.text.slice(0, 80) ?? 'Untitled',
    language: languageOf(source),
    summary: sentences
      .slice(0, 2)
      .map(({ text }) => text)
      .join(' '),
    topics: [...headings].slice(0, 8).map(([heading, of]) => ({
      heading: heading || 'In general',
      points: of.slice(0, 4).map(({ text }) => ({ statement: text, quote: text })),
    })),
  };
}

const PRAISE = /\b(good|great|clear|helpful|excellent|love|liked|useful|easy|well|best|thanks)\b/i;
const BLAME = /\b(bad|too|not|never|hard|confus\w+|boring|slow|long|missing|wrong|unclear|difficult|broken|but)\b/i;

const THEMES: [title: string, about: RegExp, suggestion: string][] = [
  ['Length and pace', /\b(long|short|time|minutes|slow|fast|pace|hours?)\b/i, 'Split the longest module in two.'],
  [
    'Examples and practice',
    /\b(examples?|practi\w+|exercises?|real|videos?|pictures?)\b/i,
    'Add an example from a shift.',
  ],
  [
    'Clarity',
    /\b(clear|unclear|confus\w+|understand\w*|explain\w*|words?|simple)\b/i,
    'Explain the terms where they first appear.',
  ],
  [
    'Technology',
    /\b(app|phone|load\w*|login|audio|sound|crash\w*|bug)\b/i,
    'Try the course on the phones that people use.',
  ],
];

function sentimentOf(text: string): 'positive' | 'mixed' | 'negative' {
  const [praise, blame] = [PRAISE.test(text), BLAME.test(text)];
  if (praise === blame) return 'mixed';
  return praise ? 'positive' : 'negative';
}

function feedback({ comments }: PromptParts) {
  const themes = THEMES.map(([title, about, suggestion]) => {
    const of = comments.filter(({ text }) => about.test(text));
    const sentiments = new Set(of.map(({ text }) => sentimentOf(text)));
    const [only] = sentiments;
    return {
      title,
      sentiment: sentiments.size === 1 && only ? only : 'mixed',
      suggestion,
      comments: of.map(({ n }) => n),
      quotes: of.slice(0, 3).map(({ n, text }) => ({ comment: n, quote: text.split(/(?<=[.!?])\s/)[0] ?? text })),
    };
  }).filter((theme) => theme.comments.length > 0);
  const titles = themes.map(({ title }) => title.toLowerCase()).join(', ');
  return {
    summary: titles ? `People write about ${titles}.` : 'The comments have no theme in common.',
    comments: comments.map(({ n, text }) => ({ n, sentiment: sentimentOf(text) })),
    themes,
  };
}

/** Words of weight by their first letters, so that "labels" and "labelled" are one. */
const stems = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\d]{4,}/gu) ?? []).map((word) => word.slice(0, 5));

function grade({ criteria, transcript }: PromptParts) {
  const said = transcript.split(/(?<=[.!?])\s+/).filter(Boolean);
  return {
    criteria: criteria.map(({ n, text }) => {
      const wanted = stems(text);
      const evidence = said.find((sentence) => {
        const heard = new Set(stems(sentence));
        return wanted.filter((stem) => heard.has(stem)).length >= Math.max(wanted.length * 0.4, 1);
      });
      const comment = evidence ? 'It is said in the answer.' : 'The answer does not mention it.';
      return { n, met: evidence !== undefined, evidence: evidence ?? '', comment };
    }),
    confidence: transcript.length > 40 ? 0.9 : 0.5,
  };
}

/** Finds something to teach in any text with a sentence. */
function scan({ source, departments, added }: PromptParts) {
  const { title, language, summary, topics } = extract({ source });
  const points = topics.flatMap((topic) => topic.points).slice(0, 8);
  const words = source.toLowerCase();
  return {
    relevant: points.length > 0,
    title,
    language,
    summary,
    department: departments.find(({ text }) => words.includes(text.toLowerCase()))?.n ?? -1,
    changes: added ? `New: ${added.split('\n')[0]}` : '',
    passages: points.map(({ statement, quote }) => ({ text: statement, quote })),
  };
}

/** Marks each text with the language. */
const translate = ({ texts, language }: PromptParts) => ({
  texts: texts.map(({ n, text }) => ({ n, text: `${language}: ${text}` })),
});

/**
 * Answers the features' prompts as a well-behaved model: everything in it comes from the prompt's own text.
 */
export const ANSWERS: Record<Exclude<AiFeature, 'speech_to_text'>, (parts: PromptParts) => object> = {
  card_generation: cards,
  quiz_generation: quiz,
  document_extraction: extract,
  feedback_analysis: feedback,
  oral_grading: grade,
  drive_scan: scan,
  translation: translate,
};
