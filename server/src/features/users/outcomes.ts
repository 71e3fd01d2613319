import type { PeopleOutcomes, PersonOutcome } from '@training/shared/users/people';
import { AppError } from '../../core/errors.ts';
import type { Upserted } from './upsert-user.ts';

/** Time limit of one call in milliseconds: a request has to be answered within 30 s. */
const PATIENCE = 15_000;

/** A person to be changed, before the outcome is known. */
type Concerned = Pick<PersonOutcome, 'user_id' | 'email' | 'full_name'>;

const LATE = {
  code: 'busy',
  detail: 'There was no time left for this one, so nothing was changed. Try again.',
} as const;

/**
 * Applies a change to one person after another, each in its own transaction. A refusal for one person is reported and
 * doesn't stop the others; an internal error ends the call. People not reached in time are reported as refused.
 */
export async function oneByOne<Someone extends Concerned>(
  people: readonly Someone[],
  change: (someone: Someone) => Promise<Pick<PersonOutcome, 'result'> & Partial<PersonOutcome>>,
): Promise<PeopleOutcomes> {
  const began = performance.now();
  const outcomes: PersonOutcome[] = [];
  for (const someone of people) {
    const { user_id, email, full_name } = someone;
    const row = { user_id, email, full_name, result: null, changes: {}, refused: null };
    if (performance.now() - began > PATIENCE) {
      outcomes.push({ ...row, refused: LATE });
      continue;
    }
    try {
      outcomes.push({ ...row, ...(await change(someone)) });
    } catch (error) {
      if (!(error instanceof AppError) || error.isFault) throw error;
      outcomes.push({ ...row, refused: { code: error.code, detail: error.message } });
    }
  }
  return { outcomes };
}

/** Returns the outcome of an upsert. In a preview, a new user has no id yet. */
export function importOutcome({ user, result, changes }: Upserted, preview = false) {
  const { full_name, role, department_id } = changes;
  return {
    user_id: preview && result === 'created' ? null : user.id,
    full_name: user.full_name,
    result,
    changes: {
      ...(full_name && { full_name: words(full_name) }),
      ...(role && { role: words(role) }),
      ...(department_id && { department_id: words(department_id) }),
    },
  };
}

const word = (value: unknown) => (typeof value === 'string' ? value : null);
const words = ([before, after]: readonly [unknown, unknown]): [string | null, string | null] => [
  word(before),
  word(after),
];
