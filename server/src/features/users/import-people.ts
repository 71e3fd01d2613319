import type { ImportPeople, PeopleOutcomes } from '@training/shared/users/people';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { importOutcome } from './outcomes.ts';
import { upsertEach } from './upsert-users.ts';

/**
 * Imports some rows of a file of people. Each row is applied as if sent alone, so importing a file again leaves applied
 * rows unchanged (rules/users 15).
 */
export async function importPeople(ctx: Context, { people, preview }: ImportPeople): Promise<PeopleOutcomes> {
  const applied = await upsertEach(
    ctx,
    people.map((row) => ({ ...row, preview })),
  );
  const outcomes = people.map(({ email, full_name = '' }, index) => {
    const outcome = applied[index]!;
    const row = { user_id: null, email, full_name, result: null, changes: {}, refused: null };
    if (!(outcome instanceof AppError)) return { ...row, ...importOutcome(outcome, preview) };
    return { ...row, refused: { code: outcome.code, detail: outcome.message } };
  });
  return { outcomes };
}
