import { z } from 'zod';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { recordEvent, type Cause } from '../events/record-event.ts';
import { may } from '../notifications/recipients-by-permission.ts';
import { notify } from '../notifications/notify.ts';
import type { Lost } from './find-missing-quotes.ts';
import type { QuoteCheck } from './quoted-sources.ts';

const AUTHORS = defineStatement({
  name: 'list-authors-of-department',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select u.id from users u
where u.workspace_id = :workspaceId and u.is_active and ${may('content:author', ':departmentId')}`,
});

const NAMES = defineStatement({
  name: 'list-names-of-drive-files',
  scope: 'tenant',
  row: z.strictObject({ name: z.string() }),
  sql: `
select name from drive_files where workspace_id = :workspaceId and id = any (:ids::uuid[]) order by name, id limit 20`,
});

/** Records that items are marked, and tells the trainers of the department and the chat channel, once for each mark. */
export async function notifyTrainers(
  transaction: Runner,
  cause: Cause,
  module: QuoteCheck,
  marked: Lost[],
): Promise<void> {
  const { workspace, now } = cause;
  const { id, title: name, department_id: departmentId, course_id } = module;
  const ids = [...new Set(marked.map(({ file_id }) => file_id))];
  const documents = await NAMES.all(transaction, { workspaceId: workspace.id, ids });
  const eventId = await recordEvent(transaction, cause, {
    action: 'module.source_changed',
    subject: { kind: 'module', id, name },
    changes: { items: marked.length, documents: documents.map((each) => each.name) },
  });
  const authors = await AUTHORS.all(transaction, { workspaceId: workspace.id, departmentId });
  const told = {
    kind: 'module.source_changed' as const,
    subject: { kind: 'module' as const, id, name },
    facts: { module_id: id, course_id, count: marked.length, since: now.toISOString() },
    eventId,
  };
  await notify(transaction, workspace.id, now, [
    ...authors.map((author) => ({ ...told, because: 'authors_here' as const, recipientId: author.id })),
    { ...told, because: 'channel' as const, recipientId: null },
  ]);
}
