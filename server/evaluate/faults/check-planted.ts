import type { GeneratedItemWarning } from '@training/shared/ai/generated-items';
import { VerificationModelOutput } from '../../src/features/ai/features/checks/verify-items.ts';
import { stepRunnerWithoutProgress, type AskModel } from '../../src/features/ai/features/feature.ts';
import { SLOPPY_KINDS } from '../../src/features/ai/features/fixtures/sloppy-kinds-fixture.ts';
import { generateCards } from '../../src/features/ai/features/generate-cards.ts';
import { generateQuiz } from '../../src/features/ai/features/generate-quiz.ts';
import { comparisonKeyOf } from '../../src/features/ai/features/prompt/model-output-text.ts';
import { share, type Measured } from '../interval.ts';
import { FIRST_OF_QUESTIONS, seenIn } from './kinds.ts';
import type { PlantedItem } from './planted-items.ts';
import { messageOf, type RunAll } from '../in-parallel.ts';

/** Items that one call makes of a source. */
export type Batch = { task: 'cards' | 'questions'; planted: PlantedItem[] };

/** A planted item with what objected to it. */
export type CheckedItem = {
  planted: PlantedItem;
  task: Batch['task'];
  /** Code left it out, or flagged it for what is wrong with it; a good one, for anything. */
  byCode: boolean;
  /** The second call contradicted it, or flagged it for something that code had not. */
  bySecondCall: boolean;
  /** The second call saw it. */
  wasChecked: boolean;
};

const MOST_IN_BATCH = 10;

const askedIn = ({ item }: PlantedItem) => ('front' in item ? item.front : item.prompt);
const taskOf = ({ item }: PlantedItem) => ('front' in item ? 'cards' : 'questions');

/**
 * Puts wrong and good items of one source together, as a model would mix them. No two of a batch ask the same or quote
 * the same, because near duplicates would be flagged for that.
 */
export function batchesOf(wrong: readonly PlantedItem[], good: readonly PlantedItem[]): Batch[] {
  const by = Map.groupBy([...wrong, ...good], (each) =>
    [each.source.text, each.language ?? '', taskOf(each)].join('\n'),
  );
  return [...by.values()].flatMap((of) => {
    const batches: { planted: PlantedItem[]; taken: Set<string> }[] = [];
    const [bad, fine] = [of.filter(({ kind }) => kind !== undefined), of.filter(({ kind }) => kind === undefined)];
    const mixed = Array.from({ length: Math.max(bad.length, fine.length) }, (_, n) => [bad[n], fine[n]]).flat();
    for (const each of mixed) {
      if (!each) continue;
      const keys = [askedIn(each), each.item.quote, ...(each.before ? [each.before.quote] : [])].map(comparisonKeyOf);
      let batch = batches.find(
        ({ planted, taken }) => planted.length < MOST_IN_BATCH && !keys.some((key) => taken.has(key)),
      );
      if (!batch) batches.push((batch = { planted: [], taken: new Set() }));
      batch.planted.push(each);
      for (const key of keys) batch.taken.add(key);
    }
    return batches.map(({ planted }) => ({ task: planted.map(taskOf)[0] ?? 'cards', planted }));
  });
}

type Made = Map<string, GeneratedItemWarning[]>;

/**
 * Runs the feature on a batch, as if a model had made it; `check` answers the second call.
 * @returns The flags of each item that was not left out, by what it asks.
 */
async function make({ task, planted }: Batch, check: AskModel): Promise<Made> {
  const [first] = planted;
  if (!first) return new Map();
  const items = planted.flatMap(({ item, before }) => [...(before ? [before] : []), item]);
  const list = items.map((item) => ({ ...item, level: 'recall' }));
  let answers = [{ [task]: list }];
  const ask: AskModel = async (request) => {
    if (Object.is(request.schema, VerificationModelOutput)) return check(request);
    const [answer = { [task]: [] }] = answers;
    answers = [];
    return request.schema.parse(answer);
  };
  const input = { source: first.source, count: items.length, language: first.language };
  const byQuestion = (asked: string, flags: GeneratedItemWarning[]) => [comparisonKeyOf(asked), flags] as const;
  if (task === 'cards') {
    const { cards } = await generateCards(ask, input, stepRunnerWithoutProgress);
    return new Map(cards.map(({ front, flags }) => byQuestion(front, flags)));
  }
  const { questions } = await generateQuiz(ask, input, stepRunnerWithoutProgress);
  return new Map(questions.map(({ prompt, flags }) => byQuestion(prompt, flags)));
}

const nobody: AskModel = (request) => Promise.resolve(request.schema.parse({ items: [] }));
const words = ({ kind, detail }: GeneratedItemWarning) => `${kind}: ${detail}`;

const signsOf = (kind: number) => SLOPPY_KINDS.find(({ n }) => n === kind)?.signs ?? [];

/**
 * Has code and the model's second call check a batch.
 * @throws AiProviderError, AppError
 */
export async function checkBatch(batch: Batch, ask: AskModel): Promise<CheckedItem[]> {
  const byCode = await make(batch, nobody);
  const byBoth = await make(batch, ask);
  return batch.planted.map((planted) => {
    const key = comparisonKeyOf(askedIn(planted));
    const code = byCode.get(key)?.filter(({ kind }) => kind !== 'unchecked');
    const both = byBoth.get(key);
    const known = new Set(code?.map(words));
    const isSign = ({ kind }: GeneratedItemWarning) =>
      planted.kind === undefined || signsOf(planted.kind).includes(kind);
    const added = (both ?? []).filter((flag) => flag.kind !== 'unchecked' && !known.has(words(flag)));
    return {
      planted,
      task: batch.task,
      byCode: code === undefined || code.some(isSign),
      bySecondCall: code !== undefined && (both === undefined || added.length > 0),
      wasChecked: code !== undefined && !both?.some(({ kind }) => kind === 'unchecked'),
    };
  });
}

export type Checked = { items: CheckedItem[]; problems: string[] };

/** Has all batches checked; a batch whose call fails is left out and named. */
export async function checkPlanted(
  batches: readonly Batch[],
  askFor: (batch: Batch) => AskModel,
  runAll: RunAll,
): Promise<Checked> {
  const problems: string[] = [];
  const items = await runAll(batches, async (batch) => {
    try {
      return await checkBatch(batch, askFor(batch));
    } catch (error) {
      problems.push(`${batch.planted[0]?.source.title ?? ''}, second call: ${messageOf(error)}`);
      return [];
    }
  });
  return { items: items.flat(), problems };
}

const isWrong = ({ planted }: CheckedItem) => planted.kind !== undefined;
const isCaught = ({ byCode, bySecondCall }: CheckedItem) => byCode || bySecondCall;

const shareOf = (items: readonly CheckedItem[], counts: (item: CheckedItem) => boolean): Measured =>
  share(items.filter(counts).length, items.length);

/** Share of the wrong items that code or the second call object to. */
export const caughtShare = (items: readonly CheckedItem[]) => shareOf(items.filter(isWrong), isCaught);

/** Share that code alone objects to. */
export const caughtByCode = (items: readonly CheckedItem[]) => shareOf(items.filter(isWrong), ({ byCode }) => byCode);

/** Share that the second call objects to, of the wrong items that came to it and whose fault it can see. */
export const caughtBySecondCall = (items: readonly CheckedItem[]) =>
  shareOf(
    items.filter(({ planted: { kind }, wasChecked }) => kind !== undefined && seenIn(kind).bySecondCall && wasChecked),
    ({ bySecondCall }) => bySecondCall,
  );

/** Share of the good items that code or the second call object to. */
export const falseAlarms = (items: readonly CheckedItem[]) =>
  shareOf(
    items.filter((item) => !isWrong(item)),
    isCaught,
  );

/** Kinds of which less than half was caught, with their shares. */
export function leastCaught(items: readonly CheckedItem[]): string[] {
  return [...Map.groupBy(items.filter(isWrong), ({ planted }) => planted.kind ?? 0)].flatMap(([kind, of]) => {
    const caught = of.filter(isCaught).length;
    const name = SLOPPY_KINDS.find(({ n }) => n === kind)?.name ?? '';
    const noun = kind < FIRST_OF_QUESTIONS ? 'cards' : 'questions';
    return caught * 2 < of.length ? [`${noun}, ${name}: ${caught} of ${of.length}`] : [];
  });
}
