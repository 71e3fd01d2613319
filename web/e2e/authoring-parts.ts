import type { Flashcard } from '@training/shared/courses';
import { type Person, question, saveCards } from './review-parts.ts';

interface Draft {
  id: string;
  course: string;
  /** Where the console shows them. */
  address: string;
  courseAddress: string;
}

/** A draft of a new course, with these cards and one question. */
export async function makeDraft({ api }: Person, title: string, cards: Flashcard[]): Promise<Draft> {
  const { id: course } = await api.courses.create.mutate({ title: `About ${title}`, emoji: '🧯' });
  const { id } = await api.modules.create.mutate({ course_id: course, title });
  if (cards.length > 0) await saveCards(api, id, cards);
  const { quiz } = await api.modules.get.query({ id });
  const items = [question('Is it so?')];
  await api.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: quiz.version, items });
  const courseAddress = `/demo/courses/${course}`;
  return { id, course, address: `${courseAddress}/${id}`, courseAddress };
}
