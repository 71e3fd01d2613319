import { comparisonKeyOf } from '../src/features/ai/features/prompt/model-output-text.ts';
import type { WrittenItem } from '../src/features/ai/features/fixtures/written-items-fixture.ts';
import type { PromptParts } from '../test/ai/prompt-parts.ts';
import type { AiStandIn } from '../test/ai/stand-in.ts';
import { plantedItems, type PlantedItem } from './faults/planted-items.ts';
import { readAnswers } from './grading/marked-answers.ts';

/** A model that is right nine in ten times, one that agrees with everything, and one that is wrong everywhere. */
export type Behaviour = 'honest' | 'agreeing' | 'wrong';
/** A judge that is mostly right, that finds nothing wrong, or nothing right. */
export type JudgeBehaviour = 'honest' | 'agreeing' | 'objecting';

const { wrong, good } = plantedItems(40);
const answers = new Map(readAnswers().map((answer) => [answer.answer.trim(), answer]));

const sum = (text: string) =>
  Array.from(text).reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
/** Errs once in ten times, always for the same texts. */
const errs = (text: string) => sum(text) % 10 === 0;

type Written = Exclude<WrittenItem, { front: string }>;
const isQuestion = (item: WrittenItem): item is Written => !('front' in item);
const keyIn = (prompt: string, options: readonly string[]) =>
  [prompt, ...options.map(comparisonKeyOf).toSorted()].map(comparisonKeyOf).join('\n');

const rubricLines = new Set(
  good.flatMap(({ item }) => (isQuestion(item) ? item.rubric.map((line) => comparisonKeyOf(line)) : [])),
);

/** Right options, or the right answer, by the question and its options. */
const truths = new Map<string, { right: Set<string>; answer: string }>();

function truthOf({ item, kind, good: from }: PlantedItem): Written | undefined {
  if (!isQuestion(item)) return undefined;
  const others = item.options.flatMap((_, place) => (item.correct.includes(place) ? [] : [place]));
  if (kind === 33) return { ...item, accepted: from && isQuestion(from) ? from.accepted : ['what the source says'] };
  if (kind === 25 || kind === 26)
    return { ...item, correct: from && isQuestion(from) ? from.correct : others.slice(0, 1) };
  if (kind === 27)
    return { ...item, correct: from && isQuestion(from) ? from.correct : [...item.correct, ...others.slice(0, 1)] };
  return kind === 28 ? { ...item, correct: [...item.correct, ...others.slice(-1)] } : item;
}

for (const each of [...wrong, ...good]) {
  const item = truthOf(each);
  if (!item) continue;
  const right = new Set(item.correct.map((place) => comparisonKeyOf(item.options[place] ?? '')));
  truths.set(keyIn(item.prompt, item.options), { right, answer: item.accepted[0] ?? 'As the source says.' });
}

/** Texts of good items with what they claim, and with the passage that proves it. */
const claims = new Map(
  good.map(({ item }) =>
    isQuestion(item)
      ? [comparisonKeyOf([item.prompt, ...item.accepted, ...item.rubric].join('\n')), '']
      : [comparisonKeyOf(`${item.front}\n${item.back}`), comparisonKeyOf(item.quote)],
  ),
);

const numbered = (prompt: string, tag: string) =>
  new Map(
    [...prompt.matchAll(new RegExp(`<${tag} n="(\\d+)">([\\s\\S]*?)</${tag}>`, 'g'))].map(([, n, text]) => [
      Number(n),
      text ?? '',
    ]),
  );

function isRight(asked: string, claimed: string, quote?: string): boolean {
  const proof = claims.get(comparisonKeyOf(`${asked}\n${claimed}`));
  return proof !== undefined && (quote === undefined || comparisonKeyOf(quote).includes(proof));
}

/** Cards and questions of a source, as its tests have them. */
function writtenFor(source: string, of: readonly PlantedItem[]): WrittenItem[] {
  const own = of.filter((each) => each.source.text.trim() === source.trim());
  return [
    ...new Map(own.map(({ item }) => [comparisonKeyOf(isQuestion(item) ? item.prompt : item.front), item])).values(),
  ];
}

function secondCall(behaviour: Behaviour, { fronts, questions, criteria, lines }: PromptParts, prompt: string) {
  const [backs, quotes] = [numbered(prompt, 'back'), numbered(prompt, 'quote')];
  const flip = (text: string) => behaviour === 'wrong' || (behaviour === 'honest' && errs(text));
  const agreed = { answer: 'As the source says.', options: [], passage: 'carries', reason: '' };
  return {
    items: [
      ...criteria.map(({ n }) => ({ n, ...agreed })),
      ...fronts.map(({ n, text }) => {
        const carries = isRight(text, backs.get(n) ?? '', quotes.get(n)) !== flip(text);
        return { n, ...agreed, passage: carries || behaviour === 'agreeing' ? 'carries' : 'contradicts' };
      }),
      ...questions.map(({ n, text, options }) => {
        const truth = truths.get(keyIn(text, options));
        const right = options.flatMap((option, n) => (truth?.right.has(comparisonKeyOf(option)) ? [n] : []));
        const others = options.flatMap((_, n) => (right.includes(n) ? [] : [n])).slice(0, 1);
        const isWrong = flip(text);
        const answer = isWrong ? 'Something else.' : (truth?.answer ?? '');
        return { n, ...agreed, answer: options.length > 0 ? '' : answer, options: isWrong ? others : right };
      }),
      ...lines.map(({ n, text }) => {
        // A question has several lines, and errs about once in ten times with all of them.
        const isFlipped = flip(text) && (behaviour === 'wrong' || sum(text) % 40 === 0);
        const carries = rubricLines.has(comparisonKeyOf(text)) !== isFlipped;
        return { n, ...agreed, passage: carries || behaviour === 'agreeing' ? 'carries' : 'lacks' };
      }),
    ],
  };
}

function judge(behaviour: JudgeBehaviour, { fronts, questions }: PromptParts, prompt: string) {
  const backs = numbered(prompt, 'back');
  const finds = (text: string, truth: boolean) =>
    behaviour === 'agreeing' || (behaviour === 'honest' && truth !== (sum(text) % 40 === 0));
  const claim = (asked: string, n: number) => {
    const back = backs.get(n);
    return back === undefined ? 'none' : finds(asked, isRight(asked, back)) ? 'right' : 'wrong';
  };
  return {
    items: [
      ...fronts.map(({ n, text }) => ({
        n,
        answerable: behaviour !== 'objecting',
        claim: claim(text, n),
        right: [],
        distractors: 'none',
      })),
      ...questions.map(({ n, text, options }) => {
        const truth = truths.get(keyIn(text, options));
        const right = options.flatMap((option, place) => (truth?.right.has(comparisonKeyOf(option)) ? [place] : []));
        return {
          n,
          answerable: behaviour !== 'objecting',
          claim: claim(text, n),
          right: finds(text, true) ? right : options.flatMap((_, place) => (right.includes(place) ? [] : [place])),
          distractors: options.length === 0 ? 'none' : errs(text) ? 'weak' : 'good',
        };
      }),
    ],
  };
}

function gradeAs(behaviour: Behaviour, { transcript, criteria }: PromptParts) {
  const answer = answers.get(transcript.trim());
  const isWrong = behaviour === 'wrong' || (behaviour === 'honest' && errs(answer?.id ?? ''));
  return {
    confidence: 0.9,
    criteria: criteria.map(({ n }) => {
      const heard = answer?.evidence?.[n] ?? null;
      const flips = isWrong && (behaviour === 'wrong' || n === 1);
      const met = behaviour === 'agreeing' || (heard !== null) !== flips;
      return { n, met, evidence: met ? (heard ?? transcript) : '', comment: '' };
    }),
  };
}

/** Has the stand-in answer as a model, and as its judge, would. */
export function behaveAs(standIn: AiStandIn, behaviour: Behaviour, judgeBehaviour: JudgeBehaviour): void {
  const made = behaviour === 'wrong' ? wrong : good;
  const asMade = (items: WrittenItem[], count: number) =>
    items.slice(0, count).map((item) => ({ ...item, level: 'recall' }));
  standIn.respond('card_generation', ({ source, count }) => ({
    cards: asMade(
      writtenFor(source, made).filter((item) => !isQuestion(item)),
      count,
    ),
  }));
  standIn.respond('quiz_generation', ({ source, count }) => ({
    questions: asMade(writtenFor(source, made).filter(isQuestion), count),
  }));
  standIn.respond('check', (parts, prompt) =>
    prompt.startsWith('Judge each item.') ? judge(judgeBehaviour, parts, prompt) : secondCall(behaviour, parts, prompt),
  );
  standIn.respond('oral_grading', (parts) => gradeAs(behaviour, parts));
}
