import type { CreateIntakeSuggestion, IntakeSuggestion } from '@training/shared/suggestions/suggestions';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { inPipelinedTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { createPreparedJson } from '../../../platform/prepared-json.ts';
import { enqueueSuggestion } from './enqueue.ts';

/**
 * Accepts content pushed by another system into the Recommended queue (rules/suggestions 3).
 * @throws AppError `department_not_found`
 */
export function createPushedSuggestion(ctx: Context, input: CreateIntakeSuggestion): Promise<IntakeSuggestion> {
  return inPipelinedTransaction(ctx, async (transaction) => {
    if (input.department_id) await mustHaveDepartment(transaction, ctx.workspace.id, input.department_id);
    const { json, isNew } = await enqueueSuggestion(transaction, ctx, input);
    return isNew ? createPreparedJson(json, { created: true }) : createPreparedJson(json);
  });
}

const DEPARTMENT_EXISTS = defineStatement({
  name: 'department-exists',
  scope: 'tenant',
  sql: `select 1 from departments where workspace_id = :workspaceId and id = :id`,
});

async function mustHaveDepartment(transaction: StatementRunner, workspaceId: string, id: string): Promise<void> {
  if ((await DEPARTMENT_EXISTS.run(transaction, { workspaceId, id })) === 0) {
    throw new AppError('department_not_found', `There is no department ${id} in this workspace.`);
  }
}
