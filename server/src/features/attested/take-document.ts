import { type EntityManager, raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { AttestedFileEntity } from './attested-completion.entity.ts';

const row = z.strictObject({ hash: z.string() });

const FIND = defineStatement({
  name: 'find-unused-attested-file',
  scope: 'tenant',
  row,
  sql: `
select f.hash from attested_files f
where f.workspace_id = :workspaceId and f.id = :fileId and f.state = 'stored' and not exists (
  select from attested_completions a where a.workspace_id = :workspaceId and a.file_id = f.id)`,
});

const LOCK = defineStatement({
  name: 'lock-attested-file-to-add',
  scope: 'tenant',
  sql: 'select from attested_files where workspace_id = :workspaceId and id = :fileId for update',
});

/** Throws unless an uploaded document belongs to no completion yet. @throws AppError `file_not_found` */
export async function assertDocumentUnused(on: StatementRunner, { workspace }: Context, fileId: string): Promise<void> {
  if (!(await FIND.first(on, { workspaceId: workspace.id, fileId }))) throwDocumentUnavailable();
}

/**
 * Locks an uploaded document that belongs to no completion yet, for the completion that is written in the transaction.
 * Returns its SHA-256.
 * @throws AppError `file_not_found`
 */
export async function lockUnusedDocument(em: EntityManager, { workspace }: Context, fileId: string): Promise<string> {
  const workspaceId = workspace.id;
  await LOCK.run(em, { workspaceId, fileId });
  // A statement that waits doesn't see for whom the document was taken meanwhile: another one looks.
  const { hash } = (await FIND.first(em, { workspaceId, fileId })) ?? throwDocumentUnavailable();
  // A sweep of unused documents that waits for this row finds it new, and leaves it.
  await em.nativeUpdate(AttestedFileEntity, { workspaceId, id: fileId }, { createdAt: raw('now()') });
  return hash;
}

/** @throws AppError `file_not_found` */
export function throwDocumentUnavailable(): never {
  throw new AppError('file_not_found', 'The document was removed, or belongs to another entry. Upload it again.');
}
