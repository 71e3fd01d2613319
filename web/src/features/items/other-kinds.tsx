import type { Question } from '@training/shared/courses/courses';
import { PictureAreas } from './picture-areas.tsx';

/** The picture of a question whose areas are chosen, with those that are right. */
export function PictureWithCorrectAreas({ question }: { question: Extract<Question, { kind: 'hotspot' }> }) {
  const { areas, correct } = question;
  return <PictureAreas item={question} areas={areas} lookOf={(place) => ({ right: correct.includes(place) })} />;
}
