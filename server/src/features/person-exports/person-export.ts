import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { createZipArchive } from '../../core/archive.ts';
import { defineDownloadRoute } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { translatorIn } from '../../core/messages.ts';
import { readCallerLanguage } from '../../core/read-language.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { encodeUtf8 } from '../../platform/zip.ts';
import { recordEvent } from '../events/record-event.ts';
import { type ExportContext, exportFiles, exportPersonSignInData } from './export-files.ts';
import { exportTables } from './export-tables.ts';

const FIND = defineStatement({
  name: 'find-person-to-export',
  scope: 'tenant',
  row: z.strictObject({ full_name: z.string(), email: z.string().nullable() }),
  sql: `select full_name, email from users where workspace_id = :workspaceId and id = :personId::uuid`,
});

/**
 * Returns a ZIP with everything that the workspace stores about a person, and records that it was created
 * (rules/users 25).
 * @throws AppError `user_not_found`, `busy`
 */
export async function exportPerson(ctx: ExportContext, personId: string): Promise<AsyncGenerator<Uint8Array>> {
  const workspaceId = ctx.workspace.id;
  const person = await FIND.first(ctx.db.pool, { workspaceId, personId });
  if (!person) throw new AppError('user_not_found', `There is no user ${personId}.`);
  const readme = translatorIn('exports', await readCallerLanguage(ctx))('person.readme', {
    name: person.full_name,
    workspace: ctx.workspace.name,
  });
  const archive = await createZipArchive(ctx, async function* entries() {
    yield { name: 'README.txt', body: [encodeUtf8(readme)] };
    // Only for the operator: of the other workspaces, no super admin of this one learns anything.
    if (ctx.actor.kind === 'system') yield* exportPersonSignInData(ctx, personId, person.email);
    yield* exportTables(ctx, personId);
    yield* exportFiles(ctx, personId);
  });
  try {
    const subject = { kind: 'user', id: personId, name: person.full_name };
    await inTransaction(ctx, (em) => recordEvent(em, ctx, { action: 'user.exported', subject }));
  } catch (error) {
    await archive.return(undefined);
    throw error;
  }
  return archive;
}

/** The download of a person's export. */
export const PERSON_EXPORT_DOWNLOAD_ROUTE = defineDownloadRoute({
  path: '/people/:person_id/export',
  permission: 'users:export',
  input: z.strictObject({ person_id: Id }),
  async open(ctx, { person_id: personId }) {
    const day = ctx.now.toISOString().slice(0, 10);
    const body = await exportPerson(ctx, personId);
    return { name: `person-${personId}-${day}.zip`, type: 'application/zip', body };
  },
});
