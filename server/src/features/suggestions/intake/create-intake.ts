import type { CreateIntake, IntakeSuggestion } from '@training/shared/suggestions';
import type { Context } from '../../../context.ts';
import { execute, type Transaction } from '../../../database/database.ts';
import { inPipeline } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { newId } from '../../../platform/ids.ts';
import { preparedJson } from '../../../platform/prepared-json.ts';
import { AUDIT_COLUMNS, AUDIT_ROW, auditValues } from '../../audit/record.ts';
import { textHash, titleOf } from './normalise.ts';

const ANSWER = `json_build_object(
  'id', id, 'status', status, 'title', title, 'source_name', source_name, 'source_url', source_url,
  'department_id', department_id, 'created_at', wire_time(created_at), 'duplicate_of', duplicate_of)::text as json`;

export const INSERT_SUGGESTION = {
  name: 'insert-suggestion',
  text: `
with written as (
  insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_url,
    department_id, created_at, duplicate_of)
  values ($1, $9, 'pending', $10, $14, $15, $16, $17, $18, $3, (
    select id from suggestions where workspace_id = $1 and text_hash = $15 and source_name <> $16
    order by created_at, id limit 1))
  on conflict (workspace_id, text_hash, source_name) do nothing
  returning *
), logged as (insert into ${AUDIT_COLUMNS} select ${AUDIT_ROW} from written)
select ${ANSWER} from written`,
};

const EXISTING = {
  name: 'existing-suggestion',
  text: `select ${ANSWER} from suggestions where workspace_id = $1 and text_hash = $2 and source_name = $3`,
};

/**
 * Puts content into the Recommended queue (specification 4.5): a draft suggestion, never a module. The same text from
 * the same source is there once, whatever has become of it since.
 * @throws AppError `department_not_found`
 */
export function createIntake(ctx: Context, input: CreateIntake): Promise<IntakeSuggestion> {
  return inPipeline(ctx, async (transaction) => {
    if (input.department_id) await mustHaveDepartment(transaction, ctx.workspace.id, input.department_id);
    const title = input.title ?? titleOf(input.content);
    const hash = textHash(input.content);
    const audit = auditValues(ctx, {
      action: 'suggestion.created',
      subject: { kind: 'suggestion', id: newId(), name: title },
      changes: { source_name: input.source_name },
    });
    const [written] = await execute<{ json: string }>(transaction, INSERT_SUGGESTION, [
      ...audit,
      input.content,
      hash,
      input.source_name,
      input.source_url ?? null,
      input.department_id ?? null,
    ]);
    if (written) return preparedJson(written.json, { created: true });
    const [existing] = await execute<{ json: string }>(transaction, EXISTING, [
      ctx.workspace.id,
      hash,
      input.source_name,
    ]);
    return preparedJson(existing!.json);
  });
}

const DEPARTMENT_EXISTS = {
  name: 'department-exists',
  text: 'select 1 from departments where workspace_id = $1 and id = $2',
};

async function mustHaveDepartment(transaction: Transaction, workspaceId: string, id: string): Promise<void> {
  const found = await execute(transaction, DEPARTMENT_EXISTS, [workspaceId, id]);
  if (found.length === 0) throw new AppError('department_not_found', `There is no department ${id} in this workspace.`);
}
