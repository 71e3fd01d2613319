import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { recordEvent, type Cause } from '../../events/record-event.ts';
import { reassignSource } from './reassign-source.ts';

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
export async function supersede(on: Runner, ctx: Cause, ids: string[], by: string): Promise<void> {
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
