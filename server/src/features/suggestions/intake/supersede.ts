import { z } from 'zod';
import { HttpUrl } from '@training/shared/primitives';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { recordEvent, type EventContext } from '../../events/record-event.ts';
import { INACTIVE_DRIVE_FILE_STATES_SQL } from './drive-scan.ts';
import { pageKeyOf } from './normalise-text.ts';

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
    and f.text_hash = s.text_hash and f.state not in ${INACTIVE_DRIVE_FILE_STATES_SQL}
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
async function reassignSource(on: StatementRunner, ctx: EventContext, ids: string[]): Promise<string[]> {
  const workspaceId = ctx.workspace.id;
  const heirs = await HEIRS.all(on, { workspaceId, ids });
  for (const { id, sourceKey, fileId, url } of heirs) {
    const link = HttpUrl.safeParse(url).data ?? null;
    const document = pageKeyOf(sourceKey, link);
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

/** Skips suggestions that are being accepted or dismissed at the same time. */
const SUPERSEDE = defineStatement({
  name: 'supersede-suggestions',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    id: z.string(),
    title: z.string(),
    source_name: z.string(),
    source_url: z.string().nullable(),
    department_id: z.string().nullable(),
  }),
  sql: `
update suggestions set status = 'superseded', superseded_by = :by, superseded_at = :now
where workspace_id = :workspaceId and id = any(:ids::uuid[]) and status = 'pending'
returning id, title, source_name, source_url, department_id`,
});

/**
 * Supersedes pending suggestions with a newer text of the same page. If another drive file still has the text, the
 * suggestion stays pending for that file.
 */
export async function supersedeSuggestions(
  on: StatementRunner,
  ctx: EventContext,
  ids: string[],
  by: string,
): Promise<void> {
  const { workspace, now } = ctx;
  const heirs = await reassignSource(on, ctx, ids);
  const others = ids.filter((id) => !heirs.includes(id));
  for (const { id, title, ...origin } of await SUPERSEDE.all(on, { workspaceId: workspace.id, ids: others, by, now })) {
    await recordEvent(on, ctx, {
      action: 'suggestion.superseded',
      subject: { kind: 'suggestion', id, name: title },
      changes: { superseded_by: by },
      outgoing: { suggestion_id: id, title, ...origin, superseded_by: by },
    });
  }
}
