import { createHash } from 'node:crypto';
import { raw } from '@mikro-orm/postgresql';
import {
  type AddAttestationDocument,
  MAX_ATTESTATION_DOCUMENT_BYTES,
  type UploadedAttestationDocument,
} from '@training/shared/attested/attested';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { type Context, type MediaContext, actingUserIdOf } from '../../core/context.ts';
import { defineDownloadRoute } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { defineBlobStore } from '../../database/blob-store.ts';
import type { BlobKey } from '../../database/blob-tables.ts';
import { FileKindDetector } from '../../platform/documents/file-kind.ts';
import { newId } from '../../platform/ids.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { AttestedCompletionEntity, AttestedFileEntity } from './attested-completion.entity.ts';
import { recordAttestedEvidence } from './record-attested.ts';
import { lockUnusedDocument } from './take-document.ts';
import { lockAttestedCompletion } from './withdraw.ts';

export const ATTESTED_DOCUMENT_STORE = defineBlobStore('document');

/** SQL condition that the document `r` belongs to no completion, a day after it was uploaded. */
export const DOCUMENT_IS_UNUSED_FOR_A_DAY = `
r.state = 'stored' and r.created_at < now() - interval '1 day' and not exists (
  select from attested_completions a where a.workspace_id = r.workspace_id and a.file_id = r.id)` as const;

/** Maximum number of documents that a workspace uploads within a day (rules/bounds 10). */
const MOST_A_DAY = 1_000;

const TYPES = new Set(['application/pdf', 'image/png', 'image/jpeg']);

const MEBIBYTE = 1024 * 1024;

const USED = defineStatement({
  name: 'attested-files-used',
  scope: 'tenant',
  row: z.strictObject({ sent: z.number(), stored: z.number() }),
  sql: `
select count(*) filter (where created_at > now() - interval '1 day')::integer as sent,
  coalesce(sum(size) filter (where state <> 'deleted'), 0)::float8 as stored
from attested_files where workspace_id = :workspaceId`,
});

/** Reserves storage before the bytes arrive. @throws AppError `rate_limited`, `storage_full` */
function admitDocument(ctx: MediaContext): Promise<BlobKey> {
  const file = { workspaceId: ctx.workspace.id, id: newId() };
  const most = ctx.ai.bounds.storedBytesPerWorkspace;
  return inTransaction(ctx, async (em) => {
    await lockWorkspace(em, file.workspaceId);
    const { sent, stored } = await USED.one(em, { workspaceId: file.workspaceId });
    if (sent >= MOST_A_DAY) {
      const words = `The workspace uploaded ${MOST_A_DAY} documents in one day, which is the limit. Try again tomorrow.`;
      throw new AppError('rate_limited', words, { headers: { 'retry-after': '3600' } });
    }
    if (stored + MAX_ATTESTATION_DOCUMENT_BYTES > most) {
      const [used, all] = [stored, most].map((bytes) => Math.floor(bytes / MEBIBYTE));
      const words = `The documents of past training take ${used} of ${all} MiB. Enter a reference instead of the document.`;
      throw new AppError('storage_full', words);
    }
    const arriving = {
      createdBy: actingUserIdOf(ctx),
      createdAt: raw('now()'),
      state: 'arriving',
    } as const;
    await em.insert(AttestedFileEntity, { ...file, ...arriving, size: MAX_ATTESTATION_DOCUMENT_BYTES });
    return file;
  });
}

/**
 * Stores a document for an attested completion. Without one, it is deleted after a day.
 * @throws AppError `unsupported_file` unless it is a PDF, PNG or JPEG by its content; `rate_limited`, `storage_full`
 */
export async function uploadDocument(ctx: MediaContext, body: ReadableStream): Promise<UploadedAttestationDocument> {
  const file = await admitDocument(ctx);
  const scan = new FileKindDetector();
  const hash = createHash('sha256');
  const store = () =>
    ATTESTED_DOCUMENT_STORE.add(ctx, file, body, (part) => {
      scan.push(part);
      hash.update(part);
    });
  try {
    // No timeout of its own: uploads have their own limits.
    await (ctx.outside?.(store) ?? store());
    const mediaType = (await scan.end())?.mediaType ?? '';
    if (!TYPES.has(mediaType)) throw new AppError('unsupported_file', 'Send the document as PDF, PNG or JPEG.');
    const facts = { size: scan.size, mediaType, hash: hash.digest('hex') };
    await inTransaction(ctx, (em) =>
      em.nativeUpdate(AttestedFileEntity, { ...file, state: 'arriving' }, { ...facts, state: 'stored' }),
    );
    return { id: file.id, media_type: mediaType, bytes: facts.size, sha256: facts.hash };
  } finally {
    await ATTESTED_DOCUMENT_STORE.discard(ctx, file);
  }
}

/**
 * Adds an uploaded document to an attested completion, for good.
 * @throws AppError `completion_not_found`; `file_not_found`; `stale_version` if it has a document already
 */
export function addDocumentToCompletion(
  ctx: Context,
  { id, file_id: fileId }: AddAttestationDocument,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (em) => {
    const workspaceId = ctx.workspace.id;
    const found = await lockAttestedCompletion(em, ctx, id);
    if (found.has_file) throw new AppError('stale_version', 'It has a document already. Reload the page.');
    const document_sha256 = await lockUnusedDocument(em, ctx, fileId);
    await em.nativeUpdate(AttestedCompletionEntity, { workspaceId, id }, { fileId });
    await recordAttestedEvidence(em, ctx, id, {
      action: 'learner.attestation_documented',
      person: { id: found.user_id, full_name: found.full_name },
      module: { id: found.module_id, title: found.title },
      changes: { completed_on: found.completed_on, source: found.source, document_sha256 },
    });
    return { id };
  });
}

const FIND = defineStatement({
  name: 'find-document-of-attested',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), media_type: z.string(), size: z.number() }),
  sql: `
select f.id, f.media_type, f.size from attested_completions a
join attested_files f on f.workspace_id = :workspaceId and f.id = a.file_id and f.state = 'stored'
where a.workspace_id = :workspaceId and a.id = :attestedId`,
});

/** Returns the file name extension of a document's media type. */
export const fileExtensionOf = (mediaType: string): string =>
  mediaType === 'application/pdf' ? 'pdf' : mediaType === 'image/png' ? 'png' : 'jpg';

/** The download of a document, only ever saved: it comes from outside. */
export const DOCUMENT_DOWNLOAD_ROUTE = defineDownloadRoute({
  path: '/attested/:id/document',
  permission: 'users:read',
  input: z.strictObject({ id: Id }),
  async open(ctx, { id: attestedId }) {
    const workspaceId = ctx.workspace.id;
    const found = await FIND.first(ctx.db.pool, { workspaceId, attestedId });
    if (!found) throw new AppError('file_not_found', 'This past training has no document.');
    const { id, media_type: type, size: bytes } = found;
    const read = (range: { start: number; end: number }) =>
      ATTESTED_DOCUMENT_STORE.read(ctx, { workspaceId, id }, range);
    return { name: `document-${attestedId}.${fileExtensionOf(type)}`, type, body: { bytes, read } };
  },
});
