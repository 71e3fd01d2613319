import {
  CONFIDENCE_CALIBRATION,
  POSSIBLE_CONFIDENCE_THRESHOLDS,
  MIN_TRUSTED_CONFIDENCE,
} from '@training/shared/grading/grading-trust';

/** Grades of one model with the same confidence, handling and verdict. */
export type SameVerdictGradeGroup = {
  /** The lower of the model's confidence and that of the speech recognition, rounded down. */
  confidence: number;
  /** True if they counted at once; otherwise a trainer decides on each. */
  counted: boolean;
  /** True if people left their points unchanged or gave the same. Null while that is undecided. */
  correct: boolean | null;
  /** True if a person graded them again without seeing the grade, as a sample of those that counted. */
  checked?: boolean;
  grades: number;
};

/**
 * Derives the confidence from which on a model's grades count at once from people's verdicts (rules/grading 11). Takes
 * the stricter of two samples: the newest grades, so that wrong ones matter at once, and the newest of those that are
 * some days old, because few of the others have been reviewed.
 * @returns null if no confidence is enough
 */
export function deriveConfidenceThreshold(
  newest: readonly SameVerdictGradeGroup[],
  older: readonly SameVerdictGradeGroup[],
): number | null {
  const [one, other] = [lowestOf(newest), lowestOf(older)];
  return one === null || other === null ? null : Math.max(one, other);
}

/** Number of grades that still need a verdict before a threshold can be derived. */
export const countVerdictsStillNeeded = (newest: readonly SameVerdictGradeGroup[]): number =>
  Math.max(0, CONFIDENCE_CALIBRATION.least - count(known(newest)));

function lowestOf(sample: readonly SameVerdictGradeGroup[]): number | null {
  const reviewed = known(sample);
  if (count(reviewed) < CONFIDENCE_CALIBRATION.least) {
    // If hundreds wait for trainers, the usual threshold would let unreviewed grades count.
    return count(sample) < CONFIDENCE_CALIBRATION.window ? MIN_TRUSTED_CONFIDENCE : null;
  }
  return (
    POSSIBLE_CONFIDENCE_THRESHOLDS.find((threshold) =>
      isReliable(reviewed.filter(({ confidence }) => confidence >= threshold)),
    ) ?? null
  );
}

/** Returns true if at most 1 in 20 is wrong. Assumes one more wrong grade than is known, so that few prove little. */
function isReliable(reviewed: readonly SameVerdictGradeGroup[]): boolean {
  const counted = reviewed.filter((each) => each.counted);
  const sample = counted.filter(({ checked }) => checked === true);
  const wrongProposals = count(reviewed.filter((each) => !each.counted && hasWrongVerdict(each)));
  // The error rate of the sample holds for all that counted, if it is higher than what was noticed.
  const bySample = sample.length === 0 ? 0 : (count(sample.filter(hasWrongVerdict)) / count(sample)) * count(counted);
  const wrong =
    wrongProposals + Math.max(count(counted.filter(hasWrongVerdict)) * CONFIDENCE_CALIBRATION.unseen, bySample);
  return (wrong + 1) * CONFIDENCE_CALIBRATION.oneIn <= count(reviewed) + 1;
}

export const hasWrongVerdict = ({ correct }: SameVerdictGradeGroup): boolean => correct === false;

const known = (sample: readonly SameVerdictGradeGroup[]) => sample.filter(({ correct }) => correct !== null);

const count = (groups: readonly SameVerdictGradeGroup[]) => groups.reduce((sum, { grades }) => sum + grades, 0);
