import type { GradeOralAnswer, OralGrade } from '@training/shared/ai-features';
import type { Ask } from './feature.ts';

export function gradeOralAnswer(ask: Ask, input: GradeOralAnswer): Promise<OralGrade> {
  throw new Error(`Not there yet ${JSON.stringify(input)}`);
}
