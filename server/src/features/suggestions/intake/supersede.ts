import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import { recordEvent, type Cause } from '../../events/record-event.ts';
import { reassignSource } from './reassign-source.ts';

/** One that somebody accepts or dismisses at the same moment is left to them. */
const SUPERSEDE = defineStatement({
  name: 'supersede-suggestions',
  scope: 'tenant',
  seldom: true,
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
 * Takes waiting suggestions out of the queue because a newer text of the same page has come; what another file of a
 * drive still says waits on as that file's.
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
