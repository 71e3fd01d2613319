import type { ImportPeople, PeopleOutcomes } from '@training/shared/users/people';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { upsert } from './upsert-user.ts';
import { oneByOne, importOutcome } from './outcomes.ts';

/**
 * Imports some rows of a file of people. Each row is applied as if sent alone, so importing a file again leaves applied
 * rows unchanged (rules/users 15).
 */
export function importPeople(ctx: Context, { people, preview }: ImportPeople): Promise<PeopleOutcomes> {
  const seen = new Set<string>();
  const rows = people.map((row) => ({ row, user_id: null, email: row.email, full_name: row.full_name ?? '' }));
  return oneByOne(rows, async ({ row }) => {
    if (seen.has(row.email)) {
      throw new AppError('invalid_request', `${row.email} is also in an earlier row. Remove one of the two.`);
    }
    seen.add(row.email);
    return importOutcome(await upsert(ctx, { ...row, preview }), preview);
  });
}
