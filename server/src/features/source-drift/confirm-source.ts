import type { ConfirmSource, ModuleSourceDrift } from '@training/shared/source-drift/source-drift';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { publish } from '../../platform/live.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockModule } from '../courses/modules/lock-module.ts';
import { moduleTopic } from '../courses/modules/module-topic.ts';
import { readDrift } from './read-drift.ts';

const CONFIRM = defineStatement({
  name: 'confirm-source-drifts',
  scope: 'tenant',
  row: z.strictObject({ title: z.string(), document: z.string() }),
  sql: `
update source_drifts d set confirmed_at = :now, confirmed_by_name = :by, version = d.version + 1
from jsonb_to_recordset(:items::jsonb) as i (section text, item_id uuid, version integer), drive_files f
where d.workspace_id = :workspaceId and d.module_id = :moduleId and d.confirmed_at is null
  and d.section = i.section and d.item_id = i.item_id and d.version = i.version
  and f.workspace_id = :workspaceId and f.id = d.file_id
returning left(d.title, 100) as title, f.name as document`,
});

/** Maximum number of items named in the audit log. The rest is only counted. */
const MOST_NAMED = 20;

/**
 * Confirms the given marked items as “still right” (rules/drives 8). The marks stay cleared until the text at that
 * place changes again. Allowed while the working copy is under review, because the module itself isn't changed.
 * @throws AppError `module_not_found`, `forbidden`; `stale_version` if a mark has changed or is gone
 */
export function confirmSource(ctx: Context, input: ConfirmSource): Promise<ModuleSourceDrift> {
  const { module_id: moduleId, items } = input;
  return inTransaction(ctx, async (em) => {
    const { module } = await lockModule(em, ctx, moduleId);
    const now = new Date();
    const workspaceId = ctx.workspace.id;
    const named = { workspaceId, moduleId, now, by: ctx.actor.name, items: JSON.stringify(items) };
    const confirmed = await CONFIRM.all(em, named);
    if (confirmed.length < new Set(items.map(({ section, item_id }) => `${section}/${item_id}`)).size) {
      throw new AppError('stale_version', 'The marked passage has changed. Look at it again, then confirm.');
    }
    await recordEvent(
      em,
      { ...ctx, now },
      {
        action: 'module.source_confirmed',
        subject: { kind: 'module', id: moduleId, name: module.title },
        changes: {
          items: confirmed.length,
          titles: confirmed.slice(0, MOST_NAMED).map(({ title }) => title),
          documents: [...new Set(confirmed.map(({ document }) => document))].slice(0, MOST_NAMED),
        },
      },
    );
    await publish(em, moduleTopic(workspaceId, moduleId));
    return readDrift({ ...ctx, transaction: em }, { module_id: moduleId });
  });
}
