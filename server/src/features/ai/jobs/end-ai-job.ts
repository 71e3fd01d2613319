import type { EntityManager } from '@mikro-orm/postgresql';
import type { ErrorCode } from '@training/shared/errors';
import { z } from 'zod';
import { defineStatement } from '../../../database/statement.ts';

/** How a job ends. A result is the JSON of it. */
export type AiJobEnd =
  | { state: 'succeeded'; result: string }
  | { state: 'failed'; code: ErrorCode; detail: string }
  | { state: 'cancelled' };

const END = defineStatement({
  name: 'end-ai-job',
  scope: 'tenant',
  row: z.strictObject({ file_id: z.uuid().nullable() }),
  sql: `
update ai_jobs set state = :state::text, result = :result::jsonb, error_code = :code, error_detail = :detail, finished_at = now(),
  work = '{}', lease_until = null, due_at = null, progress_step = '',
  progress_done = case :state::text when 'succeeded' then progress_total else progress_done end
where workspace_id = :workspaceId and id = :id
returning file_id`,
});

/** What somebody said is kept no longer than it takes to write it down, unless another job waits for it. */
const REMOVE_RECORDING = defineStatement({
  name: 'remove-recording',
  scope: 'tenant',
  sql: `
delete from ai_files where workspace_id = :workspaceId and id = :fileId and kind = 'audio' and not exists (
  select from ai_jobs where workspace_id = :workspaceId and file_id = :fileId
    and state in ('queued', 'running', 'parked'))`,
});

/** Ends a job whose row is held. */
export async function endAiJob(
  em: EntityManager,
  { workspaceId, id }: { workspaceId: string; id: string },
  end: AiJobEnd,
): Promise<void> {
  const failed = end.state === 'failed' ? end : undefined;
  const ended = await END.first(em, {
    workspaceId,
    id,
    state: end.state,
    result: end.state === 'succeeded' ? end.result : null,
    code: failed?.code ?? null,
    detail: failed?.detail ?? null,
  });
  if (ended?.file_id) await REMOVE_RECORDING.run(em, { workspaceId, fileId: ended.file_id });
}
