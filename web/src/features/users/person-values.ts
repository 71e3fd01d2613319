import type { Person, SavePerson } from '@training/shared/users/people';
import { Email, ExternalId, Id } from '@training/shared/primitives';
import { UpsertUser } from '@training/shared/users/users';
import { z } from 'zod';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

/** Returns the person's manager, with the name. */
export const managerOf = (person: Person | null) =>
  person?.manager_id == null ? undefined : { id: person.manager_id, name: person.manager ?? person.manager_id };

const orNull = (text: string) => (text.trim() === '' ? null : text);

/** Returns the schema of the dialog's values, with the rules that span two of them. */
export const createPersonValuesSchema = (mayLackEmail: boolean) =>
  UpsertUser.pick({ full_name: true, role: true, department_id: true })
    .required()
    .extend({
      email: z.string().transform(orNull).pipe(Email.nullable()),
      external_id: z.string().transform(orNull).pipe(ExternalId.nullable()),
      manager_id: Id.nullable(),
    })
    .refine(({ role, department_id }) => role !== 'trainer' || department_id !== null, {
      path: ['department_id'],
      error: () => t('trainerNeedsDepartment'),
    })
    .refine(({ email }) => mayLackEmail || email !== null, { path: ['email'], error: () => t('enterAKey') })
    .refine(({ email, external_id }) => !mayLackEmail || email !== null || external_id !== null, {
      path: ['external_id'],
      error: () => t('enterAKey'),
    });
export type PersonValues = z.output<ReturnType<typeof createPersonValuesSchema>>;

const FIELDS = ['email', 'external_id', 'full_name', 'role', 'department_id', 'manager_id'] as const;

/** Returns only the changed fields, so that two users who edit different fields don't revert each other. */
export function pickChangedPersonValues(person: Person, values: PersonValues): SavePerson {
  const changed = FIELDS.filter((field) => values[field] !== person[field]).map((field) => [field, values[field]]);
  return { id: person.id, ...Object.fromEntries(changed) };
}
