import type { AuditEvent } from '@training/shared/audit';
import { sentenceOf, type Slot } from '@training/shared/events';

/** Somebody or something that an entry names. */
export interface Thing {
  kind: string;
  id: string | null;
  name: string;
  /** Of a module. */
  courseId?: string | null;
}

export type DescribedEvent = Pick<AuditEvent, 'action' | 'actor' | 'subject' | 'changes'>;

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' && value !== '' ? value : otherwise);

const SECTIONS: Record<string, string> = { flashcards: 'flashcards', quiz: 'quiz' };

/** What a slot says, from the event's changes, which may lack it in older entries. */
const SLOTS: Record<Exclude<Slot, 'subject'>, (changes: Record<string, unknown>) => string | Thing> = {
  section: ({ section }) => SECTIONS[textOf(section, '')] ?? 'content',
  learner: ({ learner, full_name, user_id }) => ({
    kind: 'user',
    id: textOf(user_id, '') || null,
    name: textOf(learner ?? full_name, 'a learner'),
  }),
  reviewer: ({ claimed_by }) => textOf(Array.isArray(claimed_by) ? claimed_by[1] : undefined, 'another reviewer'),
  audience: ({ to }) => textOf(to, 'people'),
  module: ({ module }) => textOf(module, 'a module'),
  category: ({ category }) => textOf(category, 'something'),
};

/** Who did what to what, as texts and the things that are named between them. */
export function partsOf({ action, actor, subject, changes }: DescribedEvent): (string | Thing)[] {
  const slot = (name: Slot) => (name === 'subject' ? subject : SLOTS[name](changes ?? {}));
  // The last answer can be graded by somebody else than who completes the module by it.
  const learner = changes?.['user_id'];
  if (action === 'learner.module_completed' && learner !== undefined && learner !== actor.id) {
    return [actor, ' graded the last answer with which ', slot('learner'), ' completed ', slot('subject')];
  }
  if (action === 'user.updated' && Object.keys(changes ?? {}).join() === 'department_id')
    return [actor, ' moved ', subject];
  return [actor, ' ', ...sentenceOf(action).map((part) => (typeof part === 'string' ? part : slot(part.slot)))];
}

/** The same as a text. */
export const sentenceInWords = (told: DescribedEvent): string =>
  partsOf(told)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');
