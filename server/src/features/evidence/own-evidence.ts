import { AskedQuestion } from '@training/shared/courses/courses';
import type { Evidence } from '@training/shared/evidence/evidence';

type Answer = NonNullable<Evidence['attempt']>['answers'][number];
type Grade = NonNullable<Answer['oral']>['grades'][number];

/** Fields that are shown before a question is answered, and its explanation, which is always shown. */
const SHOWN = new Set([...Object.keys(AskedQuestion.shape), 'explanation']);

const shownOf = (question: unknown) =>
  question instanceof Object ? Object.fromEntries(Object.entries(question).filter(([key]) => SHOWN.has(key))) : null;

/** Returns evidence as its person may see it where solutions are never shown. */
export const withoutSolutions = (evidence: Evidence): Evidence =>
  mapAnswers(evidence, ({ question, oral, ...answer }) => ({
    ...answer,
    question: shownOf(question),
    oral: oral && { ...oral, grades: oral.grades.map(withoutUnmet) },
  }));

/** Returns evidence without the grades that a model proposed and a trainer replaced. */
export const withoutProposals = (evidence: Evidence): Evidence =>
  mapAnswers(evidence, ({ oral, ...answer }) => ({
    ...answer,
    oral: oral && { ...oral, grades: oral.grades.filter(({ counts }) => counts) },
  }));

/** Returns evidence without questions and answers: graded as right, an answer is the solution. */
export const withoutAnswers = (evidence: Evidence): Evidence => {
  const { attempt } = evidence;
  return { ...evidence, attempt: attempt && { ...attempt, answers: [] } };
};

function mapAnswers(evidence: Evidence, map: (answer: Answer) => Answer): Evidence {
  const { attempt } = evidence;
  return { ...evidence, attempt: attempt && { ...attempt, answers: attempt.answers.map(map) } };
}

/** Hides the words of criteria that are not met: what an answer lacks is part of the solution. */
function withoutUnmet(grade: Grade): Grade {
  const criteria = grade.criteria?.map((each) => (each.met ? each : { ...each, criterion: null, comment: '' })) ?? null;
  return { ...grade, criteria };
}
