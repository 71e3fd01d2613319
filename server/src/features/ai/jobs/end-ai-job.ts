import { raw, type EntityManager } from '@mikro-orm/postgresql';
import type { ErrorCode } from '@training/shared/errors';
import { topics } from '@training/shared/live';
import { publish, topicOf } from '../../../platform/live.ts';
import { NO_LEASE } from '../../../platform/queue/lease.ts';
import { AiJobEntity } from './ai-job.entity.ts';
import { removeUnneededFile } from '../files/stored-file.ts';

/** The outcome of a job; `result` is JSON. */
export type AiJobEnd =
  | { state: 'succeeded'; result: string }
  | { state: 'failed'; code: ErrorCode; detail: string }
  | { state: 'cancelled' };

/** SQL for the hash of the text in a result. */
const HASH_OF_TEXT = `sha256(convert_to(?::jsonb ->> 'text', 'UTF8'))`;

/**
 * Ends a locked job and deletes its input. Its record and result are kept, and so is the recording of a transcript
 * (rules/ai 12).
 */
export async function endAiJob(
  em: EntityManager,
  { workspaceId, id }: { workspaceId: string; id: string },
  end: AiJobEnd,
): Promise<void> {
  const fields = ['feature', 'fileId', 'destinationKind', 'destinationId'] as const;
  const job = await em.findOne(AiJobEntity, { workspaceId, id }, { fields });
  if (!job) return;
  const { feature, fileId, destinationKind, destinationId } = job;
  const result = end.state === 'succeeded' ? end.result : null;
  const failed = end.state === 'failed' ? end : undefined;
  const ended = {
    state: end.state,
    result: raw('?::jsonb', [result]),
    errorCode: failed?.code ?? null,
    errorDetail: failed?.detail ?? null,
    finishedAt: raw('now()'),
    input: null,
    work: {},
    ...NO_LEASE,
    dueAt: null,
    progressStep: '',
    ...(result === null ? { sourceText: null } : { progressDone: raw('progress_total') }),
    ...(feature === 'document_extraction' && { sourceHash: raw(HASH_OF_TEXT, [result]) }),
  };
  await em.nativeUpdate(AiJobEntity, { workspaceId, id }, ended);
  // Notifies viewers of the module that nothing is being generated for it any more.
  if (destinationKind === 'module' && destinationId) {
    await publish(em, topicOf(workspaceId, topics.module(destinationId)));
  }
  if (fileId) await removeUnneededFile(em, { workspaceId, id: fileId });
}
