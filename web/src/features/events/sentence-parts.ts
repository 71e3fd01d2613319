import type { AuditEvent } from '@training/shared/audit/audit';
import { sentenceOf, type Slot } from '@training/shared/events/events';
import { audienceTold } from '../../lib/roles.ts';

/** A person or thing named in an entry. */
export interface Thing {
  kind: string;
  id: string | null;
  name: string;
  /** The course, if it is a module. */
  courseId?: string | null;
}

export type DescribedEvent = Pick<AuditEvent, 'action' | 'actor' | 'subject' | 'changes'>;

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' && value !== '' ? value : otherwise);

const SECTIONS: Record<string, string> = { flashcards: 'flashcards', quiz: 'quiz' };

/** Fills each slot from the event's changes. Older entries may lack them. */
const SLOTS: Record<Exclude<Slot, 'subject'>, (changes: Record<string, unknown>) => string | Thing> = {
  section: ({ section }) => SECTIONS[textOf(section, '')] ?? 'content',
  learner: ({ learner, full_name, user_id }) => ({
    kind: 'user',
    id: textOf(user_id, '') || null,
    name: textOf(learner ?? full_name, 'a learner'),
  }),
  reviewer: ({ claimed_by }) => textOf(Array.isArray(claimed_by) ? claimed_by[1] : undefined, 'another reviewer'),
  audience: ({ to }) => audienceTold(textOf(to, 'people')),
  module: ({ module }) => textOf(module, 'a module'),
  category: ({ category }) => textOf(category, 'something'),
};

/** Who did what to what, as texts and the things that are named between them. */
export function partsOf({ action, actor, subject, changes }: DescribedEvent): (string | Thing)[] {
  const slot = (name: Slot) => (name === 'subject' ? subject : SLOTS[name](changes ?? {}));
  // A trainer who grades the last answer completes the module for the learner.
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
