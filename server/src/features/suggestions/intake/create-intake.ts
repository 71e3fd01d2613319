import type { CreateIntake, IntakeSuggestion } from '@training/shared/suggestions';
import type { Context } from '../../../context.ts';
import { execute, type Transaction } from '../../../database/database.ts';
import { defineStatement, JsonRow } from '../../../database/statement.ts';
import { inPipeline } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { newId } from '../../../platform/ids.ts';
import { preparedJson } from '../../../platform/prepared-json.ts';
import { eventParameters, RECORDED_AND_TOLD } from '../../events/record-event.ts';
import { textHash, titleOf } from './normalise.ts';

const ANSWER = `json_build_object(
  'id', id, 'status', status, 'title', title, 'source_name', source_name, 'source_url', source_url,
  'department_id', department_id, 'created_at', wire_time(created_at), 'duplicate_of', duplicate_of)::text as json` as const;

export const INSERT_SUGGESTION = defineStatement({
  name: 'insert-suggestion',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with written as (
  insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_url,
    department_id, created_at, duplicate_of)
  values (:workspaceId, :id, 'pending', :title, :content, :textHash, :sourceName, :sourceUrl, :departmentId, :now, (
    select id from suggestions where workspace_id = :workspaceId and text_hash = :textHash and source_name <> :sourceName
    order by created_at, id limit 1))
  on conflict (workspace_id, text_hash, source_name) do nothing
  returning *
), ${RECORDED_AND_TOLD}
select ${ANSWER} from written`,
});

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
    const { content, source_name, source_url = null, department_id = null } = input;
    const id = newId();
    const event = eventParameters(ctx, {
      action: 'suggestion.created',
      subject: { kind: 'suggestion', id, name: title },
      changes: { source_name },
      outgoing: { suggestion_id: id, title, source_name, source_url, department_id },
    });
    const written = await INSERT_SUGGESTION.first(transaction, {
      ...event,
      id,
      title,
      content,
      textHash: hash,
      sourceName: source_name,
      sourceUrl: source_url,
      departmentId: department_id,
    });
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
