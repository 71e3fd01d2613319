import type { CreateAssignment } from '@training/shared/assignments/assignments';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { storeUnappliedAssignment } from './change-assignment.ts';
import { continueAssignmentRun } from './run-assignment.ts';

const ASSIGNED = defineStatement({
  name: 'assigned-by-run',
  scope: 'tenant',
  row: z.strictObject({ assigned: z.int() }),
  sql: 'select assigned from assignment_runs where workspace_id = :workspaceId and assignment_id = :id',
});

/**
 * Creates an assignment and applies it completely, without a running server.
 * @returns the number of people who have it to do
 */
export async function createAndApplyAssignment(ctx: Context, input: CreateAssignment): Promise<number> {
  const { id } = await storeUnappliedAssignment(ctx, input);
  const key = { workspaceId: ctx.workspace.id, id };
  await continueAssignmentRun(ctx.db, key);
  return (await ASSIGNED.one(ctx.db.pool, key)).assigned;
}
