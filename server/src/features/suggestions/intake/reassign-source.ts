import { HttpUrl } from '@training/shared/primitives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import type { Cause } from '../../events/record-event.ts';
import { documentOf } from './normalise-text.ts';

/** Finds another drive file with the same text as a suggestion; if there are several, the first one seen. */
const HEIRS = defineStatement({
  name: 'heirs-of-suggestions',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid(), sourceKey: z.string(), fileId: z.uuid(), url: z.string().nullable() }),
  sql: `
select s.id, s.source_key as "sourceKey", heir.id as "fileId", heir.url
from suggestions s
cross join lateral (
  select f.id, f.url from drive_files f
  where f.workspace_id = :workspaceId and f.suggestion_id = s.id and f.id <> s.drive_file_id
    and f.text_hash = s.text_hash and f.state not in ('out_of_scope', 'trashed', 'gone', 'unreadable')
  order by f.id limit 1) heir
where s.workspace_id = :workspaceId and s.id = any(:ids::uuid[]) and s.status = 'pending'
for no key update of s`,
});

const HAND_OVER = defineStatement({
  name: 'hand-over-suggestion',
  scope: 'tenant',
  unprepared: true,
  sql: `
update suggestions set drive_file_id = :fileId, source_url = :url, document = :document
where workspace_id = :workspaceId and id = :id`,
});

/**
 * Reassigns suggestions shared by two files with the same text: if a suggestion's file now has another text, it belongs
 * to the other file and stays pending (rules/suggestions 13). Returns the ids of the reassigned suggestions.
 */
export async function reassignSource(on: Runner, ctx: Cause, ids: string[]): Promise<string[]> {
  const workspaceId = ctx.workspace.id;
  const heirs = await HEIRS.all(on, { workspaceId, ids });
  for (const { id, sourceKey, fileId, url } of heirs) {
    const link = HttpUrl.safeParse(url).data ?? null;
    const document = documentOf(sourceKey, link);
    await HAND_OVER.run(on, {
      workspaceId,
      id,
      fileId,
      url: link,
      document: document === null ? null : String(document),
    });
  }
  return heirs.map(({ id }) => id);
}
