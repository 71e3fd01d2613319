import type { Evidence } from '@training/shared/evidence/evidence';
import { z } from 'zod';

type Answer = NonNullable<Evidence['attempt']>['answers'][number];
type Grade = NonNullable<Answer['oral']>['grades'][number];

/** What is seen of a question before it is answered, and its explanation, which is always shown. */
const Asked = z
  .object({
    id: z.unknown(),
    kind: z.unknown(),
    prompt: z.unknown(),
    options: z.unknown(),
    explanation: z.unknown(),
  })
  .partial()
  .nullable()
  .catch(null);

/** Returns evidence as its person may see it where solutions are never shown. */
export function withoutSolutions(evidence: Evidence): Evidence {
  const { attempt } = evidence;
  return { ...evidence, attempt: attempt && { ...attempt, answers: attempt.answers.map(withoutSolution) } };
}

function withoutSolution({ question, oral, ...answer }: Answer): Answer {
  const grades = oral?.grades.filter(({ counts }) => counts).map(withoutUnmet) ?? [];
  return { ...answer, question: Asked.parse(question), oral: oral && { ...oral, grades } };
}

/** What an answer lacks is part of the solution: of the criteria that are not met, only that they are not. */
function withoutUnmet(grade: Grade): Grade {
  const criteria = grade.criteria?.map((each) => (each.met ? each : { ...each, criterion: null, comment: '' })) ?? null;
  return { ...grade, criteria };
}
