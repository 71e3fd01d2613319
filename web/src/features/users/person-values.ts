import { type User, UpsertUser } from '@training/shared/users/users';
import type { z } from 'zod';
import { HttpError } from '../../lib/api/http-error.ts';

/** The dialog's values: an upsert with all fields, and the one rule that spans two of them. */
export const PersonValues = UpsertUser.pick({ email: true, full_name: true, role: true, department_id: true })
  .required({ full_name: true, role: true, department_id: true })
  .refine(({ role, department_id }) => role !== 'trainer' || department_id !== null, {
    path: ['department_id'],
    message: 'A trainer needs a department',
  });
export type PersonValues = z.infer<typeof PersonValues>;

/** Returns only the changed fields, so that two users who edit different fields don't revert each other. */
export function updateFrom(person: User, { full_name, role, department_id }: PersonValues): UpsertUser {
  return {
    email: person.email,
    preview: false,
    ...(full_name !== person.full_name && { full_name }),
    ...(role !== person.role && { role }),
    ...(department_id !== person.department_id && { department_id }),
  };
}

/** Returns the field error for a new person whose e-mail is in use. */
export function emailTaken(isActive: boolean): HttpError {
  const message = isActive
    ? 'Someone has this e-mail already. Edit them in the list.'
    : 'Someone inactive has this e-mail already. Reactivate them in the list.';
  return new HttpError({
    code: 'invalid_request',
    status: 400,
    detail: message,
    request_id: null,
    errors: [{ path: 'email', code: 'taken', message }],
  });
}
