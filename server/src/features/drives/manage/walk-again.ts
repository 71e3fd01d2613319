import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import { IN_HAND } from '../files/scope-sql.ts';
import { startWalk } from '../walks/start-walk.ts';

/** What was found and not read yet, when the drive was disconnected or lost, is due again. */
const DUE_AGAIN = defineStatement({
  name: 'make-drive-files-due-again',
  scope: 'tenant',
  row: z.strictObject({ picked: z.boolean() }),
  sql: `
with left_over as (
  update drive_files set due_at = :now, attempts = 0
  where workspace_id = :workspaceId and connection_id = :id and not is_folder and due_at is null
    and (state = 'discovered' or state in ${IN_HAND} and job_id is null)
)
select exists (select from drive_folders where workspace_id = :workspaceId and connection_id = :id) as picked`,
});

/** What was missed while nothing could be read of a drive is found by a walk. */
export async function walkAgain(on: Runner, ctx: Context, id: string): Promise<void> {
  const { picked } = await DUE_AGAIN.one(on, { workspaceId: ctx.workspace.id, id, now: ctx.now });
  if (picked) await startWalk(on, ctx, id, { cause: 'reconnected' });
}
