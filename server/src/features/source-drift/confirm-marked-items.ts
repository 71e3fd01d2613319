import { LockMode } from '@mikro-orm/postgresql';
import type { ConfirmMarkedItems, ModuleSourceDrift } from '@training/shared/source-drift/source-drift';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockModule } from '../courses/modules/lock-module.ts';
import { moduleLiveTopicOf } from '../courses/modules/module-topic.ts';
import { SourceDriftEntity } from './source-drift.entity.ts';
import { readModuleSourceDrift } from './read-drift.ts';

const NAMES = defineStatement({
  name: 'list-documents-of-source-drifts',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), name: z.string() }),
  sql: `select id, name from drive_files where workspace_id = :workspaceId and id = any (:ids::uuid[])`,
});

/** Code points of a title in the audit log. */
const LONGEST_TITLE = 100;

/** Maximum number of items named in the audit log. The rest is only counted. */
const MOST_NAMED = 20;

/**
 * Confirms the given marked items as “still right” (rules/drives 8). The marks stay cleared until the text at that
 * place changes again. Allowed while the working copy is under review, because the module itself isn't changed.
 * @throws AppError `module_not_found`, `forbidden`; `stale_version` if a mark has changed or is gone
 */
export function confirmMarkedItems(ctx: Context, input: ConfirmMarkedItems): Promise<ModuleSourceDrift> {
  const { module_id: moduleId, items } = input;
  return inTransaction(ctx, async (em) => {
    const { module } = await lockModule(em, ctx, moduleId);
    const now = new Date();
    const workspaceId = ctx.workspace.id;
    const named = items.map(({ section, item_id: itemId, version }) => ({ section, itemId, version }));
    const marked = { workspaceId, moduleId, confirmedAt: null, $or: named };
    const confirmed = await em.find(SourceDriftEntity, marked, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (confirmed.length < new Set(items.map(({ section, item_id }) => `${section}/${item_id}`)).size) {
      throw new AppError('stale_version', 'The marked passage has changed. Look at it again, then confirm.');
    }
    for (const mark of confirmed) {
      Object.assign(mark, { confirmedAt: now, confirmedByName: ctx.actor.name, version: mark.version + 1 });
    }
    await em.flush();
    const ids = [...new Set(confirmed.map(({ fileId }) => fileId))];
    const documents = await NAMES.all(em, { workspaceId, ids });
    const nameOf = new Map(documents.map(({ id, name }) => [id, name]));
    await recordEvent(
      em,
      { ...ctx, now },
      {
        action: 'module.source_confirmed',
        subject: { kind: 'module', id: moduleId, name: module.title },
        changes: {
          items: confirmed.length,
          titles: confirmed.slice(0, MOST_NAMED).map(({ title }) => Array.from(title).slice(0, LONGEST_TITLE).join('')),
          documents: [...new Set(confirmed.map(({ fileId }) => nameOf.get(fileId) ?? ''))].slice(0, MOST_NAMED),
        },
      },
    );
    await publishTopics(em, moduleLiveTopicOf(workspaceId, moduleId));
    return readModuleSourceDrift({ ...ctx, transaction: em }, { module_id: moduleId });
  });
}
