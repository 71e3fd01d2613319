import type { EntityManager } from '@mikro-orm/postgresql';
import type { SavedSection } from '@training/shared/courses/sections';
import type { SectionKind } from '@training/shared/courses/courses';
import type { GeneratedItemsProposalRef } from '@training/shared/courses/modules';
import type { Context } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError, invalidFieldError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { recordContributor, type SectionItems } from '../modules/write-section.ts';
import { lockModule } from '../modules/lock-module.ts';
import { appendItems, findSectionOverflowMessage } from './append-items.ts';
import { moduleLiveTopicOf } from '../modules/module-topic.ts';
import { assertSectionEditable, sectionEditStateOf } from '../modules/assert-section-editable.ts';
import { SectionProposalEntity } from '../modules/module-history.entity.ts';

/** A proposal; `createdBy` is the user who generated it. */
type Proposal = { moduleId: string; section: SectionKind; items: SectionItems; createdBy: string | null };
type NewProposal = Proposal & { jobId: string };

/** Keeps what an AI job made for a section that takes no edits now, or has no room. */
export async function saveSectionProposal(em: EntityManager, ctx: Context, proposal: NewProposal): Promise<void> {
  await em.insert(SectionProposalEntity, {
    workspaceId: ctx.workspace.id,
    id: newId(),
    ...proposal,
    items: [...proposal.items],
    createdAt: new Date(),
  });
  await publishTopics(em, moduleLiveTopicOf(ctx.workspace.id, proposal.moduleId));
}

/**
 * Adds a proposal to its section, as an edit: the caller and the user who generated it both count as contributors.
 * @throws AppError `proposal_not_found`, `forbidden`, `content_locked`, `module_state`; `invalid_request` if the
 * section has no room for it
 */
export function acceptSectionProposal(ctx: Context, { id }: GeneratedItemsProposalRef): Promise<SavedSection> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockModuleOf(em, ctx, id);
    // If the edit is refused, the rollback restores the proposal.
    const { section, items, createdBy } = await remove(em, ctx, id);
    assertSectionEditable(section, sectionEditStateOf(locked, section));
    const message = findSectionOverflowMessage(locked, section, items);
    if (message !== null) throw invalidFieldError('id', message, 'too_big', `${message}.`);
    if (createdBy) {
      const { id: moduleId, cycle } = locked.module;
      await recordContributor(em, { workspaceId: ctx.workspace.id, moduleId, cycle, userId: createdBy });
    }
    return appendItems(em, ctx, locked, section, items);
  });
}

/** @throws AppError `proposal_not_found`, `forbidden` */
export function dismissSectionProposal(
  ctx: Context,
  { id }: GeneratedItemsProposalRef,
): Promise<GeneratedItemsProposalRef> {
  return inTransaction(ctx, async (em) => {
    const { module } = await lockModuleOf(em, ctx, id);
    await remove(em, ctx, id);
    await publishTopics(em, moduleLiveTopicOf(ctx.workspace.id, module.id));
    return { id };
  });
}

async function lockModuleOf(em: EntityManager, ctx: Context, id: string) {
  const found = await em.findOne(SectionProposalEntity, { id }, { fields: ['moduleId'] });
  return found ? lockModule(em, ctx, found.moduleId) : notFound(id);
}

/** Reads the proposal and deletes it, while its module is locked. */
async function remove(em: EntityManager, ctx: Context, id: string): Promise<Proposal> {
  const named = { workspaceId: ctx.workspace.id, id };
  // Another user may have taken it while this transaction waited for the lock.
  const found = await em.findOne(SectionProposalEntity, named, { disableIdentityMap: true });
  if (!found) return notFound(id);
  await em.nativeDelete(SectionProposalEntity, named);
  const { moduleId, section, items, createdBy = null } = found;
  return { moduleId, section, items, createdBy };
}

function notFound(id: string): never {
  throw new AppError('proposal_not_found', `There is no proposal ${id} in this workspace.`);
}
