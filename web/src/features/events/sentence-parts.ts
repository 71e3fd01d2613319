import type { AuditEvent } from '@training/shared/audit/audit';
import type { EventAction } from '@training/shared/events/events';
import { languageNameOf } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { roleOfAuditAudience, roleNameOf } from '../../lib/roles.ts';

const t = translatorOf('events');

/** A person or thing named in an entry. */
export interface SentenceReference {
  kind: string;
  id: string | null;
  name: string;
  /** The course, if it is a module. */
  courseId?: string | null;
}

export type SentenceEvent = Pick<AuditEvent, 'action' | 'actor' | 'subject' | 'changes'>;

/** Returns the name of an action in lists. */
export const labelOfEventAction = (action: EventAction): string => t(`label.${action}`);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isGiven = (text: string) => (text === '' ? 'no' : 'yes');

/** Returns what the sentences name besides actor and subject. Changes of older entries may lack it. */
function namedIn(changes: Record<string, unknown>) {
  const { section, language, items, learner, full_name, user_id, claimed_by, module, category, revision, format } =
    changes;
  const person = textOf(learner) || textOf(full_name);
  const reviewer = Array.isArray(claimed_by) ? textOf(claimed_by[1]) : '';
  return {
    section: textOf(section),
    format: textOf(format),
    language: textOf(language) === '' ? t('anotherLanguage') : languageNameOf(textOf(language)),
    items: typeof items === 'number' ? items : 0,
    revision: typeof revision === 'number' ? revision : 0,
    learner: (): SentenceReference => ({ kind: 'user', id: textOf(user_id) || null, name: person }),
    hasLearner: isGiven(person),
    reviewer,
    hasReviewer: isGiven(reviewer),
    ...audienceIn(textOf(changes['to'])),
    module: textOf(module),
    hasModule: isGiven(textOf(module)),
    category: textOf(category),
    hasCategory: isGiven(textOf(category)),
  };
}

function audienceIn(to: string): { audienceKind: 'role' | 'none' | 'named'; audience: string } {
  const role = roleOfAuditAudience(to);
  if (role !== undefined) return { audienceKind: 'role', audience: roleNameOf(role) };
  return { audienceKind: to === '' ? 'none' : 'named', audience: to };
}

/** A part of the system has its name in the reader's language. */
function named(actor: SentenceReference): SentenceReference {
  const key = `system.${actor.name}`;
  return actor.kind === 'system' && t.has(key) ? { ...actor, name: t(key) } : actor;
}

/** Returns who did what to what: texts, and between them the people and things that they name. */
export function eventSentencePartsOf({
  action,
  actor,
  subject,
  changes,
}: SentenceEvent): (string | SentenceReference)[] {
  const values = { actor: () => named(actor), subject: () => subject, ...namedIn(changes ?? {}) };
  // A trainer who grades the last answer completes the module for the learner.
  const learner = changes?.['user_id'];
  if (action === 'learner.module_completed' && learner !== undefined && learner !== actor.id) {
    return t.parts<SentenceReference, 'completedByGrade'>('completedByGrade', values);
  }
  if (action === 'user.updated' && Object.keys(changes ?? {}).join() === 'department_id') {
    return t.parts<SentenceReference, 'movedPerson'>('movedPerson', values);
  }
  return t.parts<SentenceReference, `sentence.${EventAction}`>(`sentence.${action}`, values);
}

/** Returns the sentence of an event as a text. */
export const eventSentenceTextOf = (told: SentenceEvent): string =>
  eventSentencePartsOf(told)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');
