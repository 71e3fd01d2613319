import type { EntityManager } from '@mikro-orm/postgresql';
import type { SavedSection } from '@training/shared/courses/sections';
import { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import type { NameProposal } from '@training/shared/courses/modules';
import type { Context } from '../../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { publish } from '../../../platform/live.ts';
import { CONTRIBUTE } from '../modules/contribute.ts';
import { lockModule } from '../modules/lock-module.ts';
import { appendItems, lackOfRoom } from './append-items.ts';
import { moduleTopic } from '../modules/module-topic.ts';
import { assertEditable, editStateOf } from '../modules/assert-editable.ts';
import type { SectionItems } from '../modules/write-section.ts';

const Proposal = z.strictObject({
  moduleId: z.uuid(),
  section: SectionKind,
  items: z.array(z.union([Flashcard, Question])),
  createdBy: z.uuid().nullable(),
});
/** A proposal; `createdBy` is the user who generated it. */
type Proposal = { moduleId: string; section: SectionKind; items: SectionItems; createdBy: string | null };
type NewProposal = Proposal & { jobId: string };

const FIND = defineStatement({
  name: 'find-proposal',
  scope: 'tenant',
  row: Proposal.pick({ moduleId: true }),
  sql: `
select module_id as "moduleId" from section_proposals where workspace_id = :workspaceId and id = :id`,
});

const REMOVE = defineStatement({
  name: 'remove-proposal',
  scope: 'tenant',
  row: Proposal,
  sql: `
delete from section_proposals where workspace_id = :workspaceId and id = :id
returning module_id as "moduleId", section, items, created_by as "createdBy"`,
});

const SAVE = defineStatement({
  name: 'save-proposal',
  scope: 'tenant',
  sql: `
insert into section_proposals (workspace_id, id, module_id, section, items, created_at, created_by, job_id)
values (:workspaceId, :id, :moduleId, :section, :items::jsonb, :now, :createdBy, :jobId)`,
});

/** Keeps what an AI job made for a section that takes no edits now, or has no room. */
export async function saveSectionProposal(em: EntityManager, ctx: Context, proposal: NewProposal): Promise<void> {
  const { items, ...given } = proposal;
  const kept = { id: newId(), ...given, items: JSON.stringify(items), now: new Date() };
  await SAVE.run(em, { workspaceId: ctx.workspace.id, ...kept });
  await publish(em, moduleTopic(ctx.workspace.id, proposal.moduleId));
}

/**
 * Adds a proposal to its section, as an edit: the caller and the user who generated it both count as contributors.
 * @throws AppError `proposal_not_found`, `forbidden`, `content_locked`, `module_state`; `invalid_request` if the
 * section has no room for it
 */
export function takeProposal(ctx: Context, { id }: NameProposal): Promise<SavedSection> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockModuleOf(em, ctx, id);
    // If the edit is refused, the rollback restores the proposal.
    const { section, items, createdBy } = await remove(em, ctx, id);
    assertEditable(section, editStateOf(locked, section));
    const message = lackOfRoom(locked, section, items);
    if (message !== null) {
      throw new AppError('invalid_request', `${message}.`, { fields: [{ path: 'id', code: 'too_big', message }] });
    }
    if (createdBy) {
      const { id: moduleId, cycle } = locked.module;
      await CONTRIBUTE.run(em, { workspaceId: ctx.workspace.id, moduleId, cycle, userId: createdBy });
    }
    return appendItems(em, ctx, locked, section, items);
  });
}

/** @throws AppError `proposal_not_found`, `forbidden` */
export function dismissProposal(ctx: Context, { id }: NameProposal): Promise<NameProposal> {
  return inTransaction(ctx, async (em) => {
    const { module } = await lockModuleOf(em, ctx, id);
    await remove(em, ctx, id);
    await publish(em, moduleTopic(ctx.workspace.id, module.id));
    return { id };
  });
}

async function lockModuleOf(em: EntityManager, ctx: Context, id: string) {
  const found = await FIND.first(em, { workspaceId: ctx.workspace.id, id });
  return found ? lockModule(em, ctx, found.moduleId) : notFound(id);
}

async function remove(em: EntityManager, ctx: Context, id: string): Promise<Proposal> {
  const removed = await REMOVE.first(em, { workspaceId: ctx.workspace.id, id });
  // Another user may have taken it while this transaction waited for the lock.
  return removed ?? notFound(id);
}

function notFound(id: string): never {
  throw new AppError('proposal_not_found', `There is no proposal ${id} in this workspace.`);
}
