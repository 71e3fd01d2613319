import type { PeopleOutcomes, PersonOutcome } from '@training/shared/users/people';
import { oneByOne } from '../../core/one-by-one.ts';
import type { Upserted } from './upsert-user.ts';

/** A person to be changed, before the outcome is known. */
type Concerned = Pick<PersonOutcome, 'user_id' | 'email' | 'full_name'>;

/** Applies a change to one person after another, and returns what became of each (rules/users 14). */
export async function changeEach<Someone extends Concerned>(
  people: readonly Someone[],
  change: (someone: Someone) => Promise<Pick<PersonOutcome, 'result'> & Partial<PersonOutcome>>,
): Promise<PeopleOutcomes> {
  const outcomes = await oneByOne(people, change);
  return {
    outcomes: outcomes.map(({ item: { user_id, email, full_name }, done, refused }) => ({
      user_id,
      email,
      full_name,
      result: null,
      changes: {},
      refused,
      ...done,
    })),
  };
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
