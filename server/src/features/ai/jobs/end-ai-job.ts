import type { EntityManager } from '@mikro-orm/postgresql';
import type { ErrorCode } from '@training/shared/errors';
import { topics } from '@training/shared/live';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publish, topicOf } from '../../../platform/live.ts';
import { RELEASED } from '../../../platform/queue/lease.ts';
import { removeUnneededFile } from '../files/stored-file.ts';

/** The outcome of a job; `result` is JSON. */
export type AiJobEnd =
  | { state: 'succeeded'; result: string }
  | { state: 'failed'; code: ErrorCode; detail: string }
  | { state: 'cancelled' };

const END = defineStatement({
  name: 'end-ai-job',
  scope: 'tenant',
  row: z.strictObject({ file_id: z.uuid().nullable(), module_id: z.uuid().nullable() }),
  sql: `
update ai_jobs set state = :state::text, result = :result::jsonb, error_code = :code, error_detail = :detail, finished_at = now(),
  input = null, work = '{}', source_text = case :state::text when 'succeeded' then source_text end, ${RELEASED}, due_at = null, progress_step = '',
  progress_done = case :state::text when 'succeeded' then progress_total else progress_done end,
  source_hash = case feature when 'document_extraction' then sha256(convert_to(:result::jsonb ->> 'text', 'UTF8')) else source_hash end
where workspace_id = :workspaceId and id = :id
returning file_id, case destination_kind when 'module' then destination_id end as module_id`,
});

/**
 * Ends a locked job and deletes its input. Its record and result are kept, and so is the recording of a transcript
 * (rules/ai 12).
 */
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
  // Notifies viewers of the module that nothing is being generated for it any more.
  if (ended?.module_id) await publish(em, topicOf(workspaceId, topics.module(ended.module_id)));
  if (ended?.file_id) await removeUnneededFile(em, { workspaceId, id: ended.file_id });
}
