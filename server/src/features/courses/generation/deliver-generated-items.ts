import type { EntityManager } from '@mikro-orm/postgresql';
import { isSectionEditable } from '@training/shared/reviews/workflow';
import type { Context } from '../../../core/context.ts';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { ResultToDeliver } from '../../ai/runner/job-result-handler.ts';
import { lockModule } from '../modules/lock-module.ts';
import { findJobCreator } from './find-job-creator.ts';
import { appendItems, findSectionOverflowMessage } from './append-items.ts';
import { toSectionItems, parseGeneratedSectionItems, findSourceSuggestionOfItems } from './generated-items.ts';
import { recordGenerationMetadata } from './generated-item-provenance.ts';
import { saveSectionProposal } from './section-proposals.ts';

const SOURCE = defineStatement({
  name: 'source-of-generated',
  scope: 'tenant',
  row: z.strictObject({ name: z.string(), hash: z.instanceof(Buffer).nullable() }),
  sql: `
select coalesce(source_name, '') as name, source_hash as hash from ai_jobs where workspace_id = :workspaceId and id = :jobId`,
});

/**
 * Adds a job's result to its section, as an edit by the user who started the job. If the section can't be edited or has
 * no room, or the user may no longer write in it, the result is kept as a proposal (rules/courses-and-modules 9). Locks
 * the module's row.
 */
export async function deliverGeneratedItems(em: EntityManager, db: Database, delivery: ResultToDeliver): Promise<void> {
  const { id: jobId, feature, result, workspace, createdBy } = delivery;
  const { id: moduleId } = delivery.destination;
  const made = parseGeneratedSectionItems(feature, JSON.parse(result));
  if (!made) throw new Error(`A module has no section for the result of ${feature}`);
  const { actor, mayWrite } = await findJobCreator(em, { workspace, moduleId, createdBy });
  const ctx: Context = { db, workspace, actor, reach: 'workspace', now: new Date(), requestId: null, ip: null };
  const locked = await lockModule(em, ctx, moduleId);
  const workspaceId = workspace.id;
  const making = { workspaceId, jobId, moduleId, source: await SOURCE.one(em, { workspaceId, jobId }) };
  const items = toSectionItems(made, making, await findSourceSuggestionOfItems(em, making));
  if (items.length === 0) return;
  const { section } = made;
  await recordGenerationMetadata(em, { ...making, feature, made }, items);
  if (
    mayWrite &&
    isSectionEditable(locked.state, section) &&
    findSectionOverflowMessage(locked, section, items) === null
  ) {
    await appendItems(em, ctx, locked, section, items);
  } else {
    await saveSectionProposal(em, ctx, { moduleId, section, items, createdBy, jobId });
  }
}
