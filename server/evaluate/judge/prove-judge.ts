import type { AskModel } from '../../src/features/ai/features/feature.ts';
import { convertModelQuestion } from '../../src/features/ai/features/items/quiz-question.ts';
import { seenIn } from '../faults/kinds.ts';
import { plantedItems, type PlantedItem } from '../faults/planted-items.ts';
import { share, type Measured } from '../interval.ts';
import { judgeItems, objects, type Judgeable } from './judge-items.ts';
import type { RunAll } from '../in-parallel.ts';

/** The quality of a judge, found with items of which we know whether they are wrong. */
export type JudgeProof = {
  /** Share of the wrong items that it objects to. */
  caught: Measured;
  /** Share of the good items that it objects to. */
  alarms: Measured;
  problems: string[];
};

/** Minima that a judge must reach for its word to count. */
export const JUDGE_MINIMA = { caught: 0.75, alarms: 0.2 };

/** `most` of a list, evenly from all of it. */
const spread = <T>(list: readonly T[], most: number): T[] =>
  list.filter((_, n) => Math.floor((n * most) / list.length) !== Math.floor(((n - 1) * most) / list.length));

/** The item as the judge gets it; undefined if the feature would not even accept it. */
function judgeable({ source, item }: PlantedItem): Judgeable | undefined {
  const { text } = source;
  if ('front' in item) return { text, quote: item.quote, item };
  const lacking = { matches: [], value: 0, tolerance: 0, units: [], topic: '' };
  const question = convertModelQuestion({ ...lacking, ...item, level: 'recall' }, item.quote);
  return question && { text, quote: item.quote, item: question };
}

/** Has a judge look at `each` wrong and `each` good items. Those that it leaves out count against it. */
export async function proveJudge(ask: AskModel, each: number, runAll: RunAll): Promise<JudgeProof> {
  const { wrong, good } = plantedItems(10);
  const visible = wrong.filter(({ kind }) => kind !== undefined && seenIn(kind).byJudge);
  const items = [...spread(visible, each), ...spread(good, each)].flatMap((planted) => {
    const of = judgeable(planted);
    return of ? [{ ...of, isWrong: planted.kind !== undefined }] : [];
  });
  const { judged, problems } = await judgeItems(ask, items, runAll);
  const countOf = (isWrong: boolean) => items.filter((each) => each.isWrong === isWrong).length;
  const caught = judged.filter((each) => each.of.isWrong && objects(each)).length;
  const accepted = judged.filter((each) => !each.of.isWrong && !objects(each)).length;
  const [wrongs, goods] = [countOf(true), countOf(false)];
  return { caught: share(caught, wrongs), alarms: share(goods - accepted, goods), problems };
}

/** Why the judge's word doesn't count; undefined if it does. */
export function doubtAbout({ caught, alarms, problems }: JudgeProof): string | undefined {
  if (problems.length > 0) return `the judge couldn’t be asked: ${problems[0]}`;
  const say = ({ value, of }: Measured) => `${((value ?? 0) * 100).toFixed(0)}% of ${of}`;
  if (caught.low === undefined || caught.low < JUDGE_MINIMA.caught)
    return `the judge found ${say(caught)} wrong items, and ${JUDGE_MINIMA.caught * 100}% must be certain: name another judge`;
  if (alarms.high === undefined || alarms.high > JUDGE_MINIMA.alarms)
    return `the judge objected to ${say(alarms)} good items, and more than ${JUDGE_MINIMA.alarms * 100}% must be excluded: name another judge`;
  return undefined;
}

/**
 * Estimates the share of items that are wrong from the share that the judge objected to: without its objections to good
 * items, and with the wrong ones that it misses (Rogan and Gladen, 1978). The interval takes the worst of all three.
 */
export function wrongShare(objected: Measured, { caught, alarms }: Pick<JudgeProof, 'caught' | 'alarms'>): Measured {
  if (objected.value === null || caught.value === null || alarms.value === null)
    return { value: null, of: objected.of };
  const correct = (seen: number, found: number, alarm: number) => {
    const corrected = (seen - alarm) / Math.max(found - alarm, 0.01);
    return Math.min(Math.max(corrected, 0), 1);
  };
  const { low = 0, high = 1 } = objected;
  return {
    value: correct(objected.value, caught.value, alarms.value),
    of: objected.of,
    low: correct(low, caught.high ?? 1, alarms.high ?? 1),
    high: correct(high, caught.low ?? 0, alarms.low ?? 0),
  };
}
