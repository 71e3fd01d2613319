import { CALIBRATION, THRESHOLDS, TRUSTED_CONFIDENCE } from '@training/shared/grading/grading-trust';

/** Grades of one model that are alike in all that matters here. */
export type Graded = {
  /** As sure as that, at least: the lower of its confidence and that of the speech recognition. */
  confidence: number;
  /** Whether they counted at once; otherwise they were proposed to a trainer, who decides on each. */
  counted: boolean;
  /** Whether their points are what people left them at, or gave. Null where that has to be decided yet. */
  stood: boolean | null;
  /** Whether a person graded them anew without seeing the grade, as a sample of those that counted. */
  checked?: boolean;
  grades: number;
};

/**
 * From which confidence on a model's grades count at once, by what people said of them (rules/grading 11). It goes by
 * two looks, of which the stricter one holds: the newest grades, so that wrong ones are met at once, and the newest of
 * those that are some days old, for of the others nobody can have said much yet.
 * @returns null where no confidence is enough
 */
export function thresholdOf(newest: readonly Graded[], ripe: readonly Graded[]): number | null {
  const [one, other] = [lowestOf(newest), lowestOf(ripe)];
  return one === null || other === null ? null : Math.max(one, other);
}

/** How many more grades people have to have their say on, or leave as they are, before anything follows. */
export const missingFrom = (newest: readonly Graded[]): number => Math.max(0, CALIBRATION.least - count(known(newest)));

function lowestOf(look: readonly Graded[]): number | null {
  const said = known(look);
  if (count(said) < CALIBRATION.least) {
    // So many wait for trainers that nothing is known: the usual threshold would let go what they have not caught
    // up with.
    return count(look) < CALIBRATION.window ? TRUSTED_CONFIDENCE : null;
  }
  return THRESHOLDS.find((threshold) => isEnough(said.filter(({ confidence }) => confidence >= threshold))) ?? null;
}

/** Whether at most 1 in 20 is wrong, with one more taken as wrong than is known, so that few grades prove little. */
function isEnough(said: readonly Graded[]): boolean {
  const counted = said.filter((each) => each.counted);
  const sample = counted.filter(({ checked }) => checked === true);
  const wrongProposals = count(said.filter((each) => !each.counted && isWrong(each)));
  // The share that is wrong in the sample is that of all that counted, if it is more than what was noticed.
  const bySample = sample.length === 0 ? 0 : (count(sample.filter(isWrong)) / count(sample)) * count(counted);
  const wrong = wrongProposals + Math.max(count(counted.filter(isWrong)) * CALIBRATION.unseen, bySample);
  return (wrong + 1) * CALIBRATION.oneIn <= count(said) + 1;
}

const isWrong = ({ stood }: Graded) => stood === false;

const known = (look: readonly Graded[]) => look.filter(({ stood }) => stood !== null);

const count = (look: readonly Graded[]) => look.reduce((sum, { grades }) => sum + grades, 0);
