import type { GeneratedCard, GeneratedQuestion, ItemFlag } from '@training/shared/ai/generated-items';
import { comparisonKey } from '../prompt/answer-text.ts';
import { proofOf, unprovenFigures, unprovenNames, type Proof } from './proof.ts';

/** Answers that need no knowledge, in the languages commonly used here. */
const YES_NO = new Set(
  'yes no ja nein oui non sí si sim não да нет так ні tak nie evet hayır 是 否 はい いいえ 예 아니요 نعم لا כן לא true false richtig falsch wahr vrai faux verdadero falso'.split(
    ' ',
  ),
);
/** First words of yes/no questions in English and German. */
const ASKS_YES_NO = new Set(
  (
    'is are was were do does did can could may must should has have will would ist sind war darf dürfen muss müssen kann ' +
    'können soll sollen sollte hat haben wird werden gilt gibt'
  ).split(' '),
);
const ALL_OF_THEM = [
  'all of the above',
  'none of the above',
  'all of these',
  'none of these',
  'all the above',
  'both a and b',
  'alle genannten',
  'alle oben genannten',
  'keine der genannten',
  'nichts davon',
  'alles davon',
  'keine der antworten',
  'alle antworten',
];

/** Allowed extra length of the right option over the longest wrong one: UTF-16 units and factor. */
const LONGER = { by: 20, times: 1.5 };

/** Creates a flag; truncates `detail` to 200 UTF-16 units. */
const flag = (kind: ItemFlag['kind'], detail = ''): ItemFlag => ({ kind, detail: detail.slice(0, 200) });

type Claims = {
  /** Texts that the quoted passage must prove. */
  answers: readonly string[];
  /** Texts that the source must prove. */
  others: readonly string[];
};

function unproven({ answers, others }: Claims, quote: string, source: Proof): ItemFlag[] {
  const passage = proofOf(quote);
  const figures = [
    ...answers.flatMap((text) => unprovenFigures(text, [passage], source)),
    ...others.flatMap((text) => unprovenFigures(text, [passage, source], source)),
  ];
  const names = [...answers, ...others].flatMap((text) => unprovenNames(text, source));
  return [
    ...[...new Set(figures)].slice(0, 5).map((each) => flag('figure', each)),
    ...[...new Set(names)].slice(0, 5).map((each) => flag('name', each)),
  ];
}

const firstWord = (text: string) => /[\p{L}\p{M}]+/u.exec(text.toLowerCase())?.[0] ?? '';

function asksYesNo(front: string, back: string): boolean {
  if (YES_NO.has(firstWord(back))) return true;
  return ASKS_YES_NO.has(firstWord(front)) && front.trimEnd().endsWith('?') && !/ (?:or|oder) /iu.test(front);
}

/** Flags a card that a trainer should check before taking it. */
export function cardFlags({ front, back, quote }: Omit<GeneratedCard, 'flags' | 'level'>, source: Proof): ItemFlag[] {
  const claims = unproven({ answers: [back], others: [front] }, quote, source);
  return asksYesNo(front, back) ? [...claims, flag('yes_no')] : claims;
}

type Unflagged = GeneratedQuestion extends infer Q ? (Q extends unknown ? Omit<Q, 'flags' | 'level'> : never) : never;

/** Flags a question, like `cardFlags`. Wrong options make no claims. */
export function questionFlags(question: Unflagged, source: Proof): ItemFlag[] {
  const { prompt, explanation, quote } = question;
  const others = [prompt, explanation];
  switch (question.kind) {
    case 'short_text':
      return unproven({ answers: question.accepted, others }, quote, source);
    case 'spoken':
      return unproven({ answers: [], others: [...others, ...question.rubric] }, quote, source);
    case 'single_choice':
    case 'multiple_choice': {
      const right = new Set(question.kind === 'single_choice' ? [question.correct] : question.correct);
      const answers = question.options.filter((_, index) => right.has(index));
      const wrong = question.options.filter((_, index) => !right.has(index));
      return [...unproven({ answers, others }, quote, source), ...optionFlags(answers, wrong)];
    }
  }
}

function optionFlags(answers: readonly string[], wrong: readonly string[]): ItemFlag[] {
  const options = [...answers, ...wrong].map(comparisonKey);
  const found: ItemFlag[] = [];
  if (options.every((option) => YES_NO.has(option))) found.push(flag('yes_no'));
  if (options.some((option) => ALL_OF_THEM.some((words) => option.startsWith(words)))) found.push(flag('all_of_them'));
  const shortest = Math.min(...answers.map(({ length }) => length));
  const longest = Math.max(...wrong.map(({ length }) => length));
  if (shortest > longest * LONGER.times && shortest > longest + LONGER.by) found.push(flag('long_answer'));
  return found;
}
