import type { EntityManager } from '@mikro-orm/postgresql';
import type { ErrorCode } from '@training/shared/errors';
import { execute } from '../../../database/database.ts';

/** How a job ends. A result is the JSON of it. */
export type AiJobEnd =
  | { state: 'succeeded'; result: string }
  | { state: 'failed'; code: ErrorCode; detail: string }
  | { state: 'cancelled' };

const END = `
update ai_jobs set state = $3::text, result = $4::jsonb, error_code = $5, error_detail = $6, finished_at = now(),
  work = '{}', lease_until = null, due_at = null, progress_step = '',
  progress_done = case $3::text when 'succeeded' then progress_total else progress_done end
where workspace_id = $1 and id = $2
returning file_id`;

/** What somebody said is kept no longer than it takes to write it down, unless another job waits for it. */
const REMOVE_RECORDING = `
delete from ai_files where workspace_id = $1 and id = $2 and kind = 'audio' and not exists (
  select from ai_jobs where workspace_id = $1 and file_id = $2 and state in ('queued', 'running', 'parked'))`;

/** Ends a job whose row is held. */
export async function endAiJob(
  em: EntityManager,
  { workspaceId, id }: { workspaceId: string; id: string },
  end: AiJobEnd,
): Promise<void> {
  const failed = end.state === 'failed' ? end : undefined;
  const [ended] = await execute<{ file_id: string | null }>(em, END, [
    workspaceId,
    id,
    end.state,
    end.state === 'succeeded' ? end.result : null,
    failed?.code ?? null,
    failed?.detail ?? null,
  ]);
  if (ended?.file_id) await execute(em, REMOVE_RECORDING, [workspaceId, ended.file_id]);
}
