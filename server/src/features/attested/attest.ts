import type { EntityManager } from '@mikro-orm/postgresql';
import type { AttestedCompletionEffect, PastCompletionInput } from '@training/shared/attested/attested';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import type { CompletionSubject } from './find-completion-subjects.ts';
import { AttestedCompletionEntity } from './attested-completion.entity.ts';
import {
  applyCompletionPlacement,
  lockPersonAndCycles,
  findCompletionPlacement,
  type PersonModuleKey,
  type CompletionValidity,
} from './completion-placement.ts';
import { recordAttestedEvidence } from './record-attested.ts';
import { assertDocumentUnused, lockUnusedDocument } from './take-document.ts';

const VALIDITY = defineStatement({
  name: 'validity-of-attested',
  scope: 'tenant',
  row: z.strictObject({ id: z.string().nullable(), completedAt: z.string(), expiresAt: z.string().nullable() }),
  sql: `
select (
  select id from attested_completions
  where workspace_id = :workspaceId and user_id = :userId and module_id = :moduleId and completed_on = :completedOn::date
    and source = :source and withdrawn_at is null) as id,
  to_iso(start_of_day(:completedOn::date, w.time_zone)) as "completedAt",
  to_iso(start_of_day(:completedOn::date + :validityDays::integer + 1, w.time_zone)) as "expiresAt"
from workspaces w where w.id = :workspaceId`,
});

type Attested = { id: string | null; result: AttestedCompletionEffect };

/** A completion to attest, with whom and what it concerns. */
export type CompletionToAttest = { completion: PastCompletionInput; concerned: CompletionSubject };

/**
 * Tells what attesting a completion would do now, and until when it would be valid. Writes nothing.
 * @throws AppError `file_not_found`
 */
export async function previewAttestation(on: StatementRunner, ctx: Context, to: CompletionToAttest) {
  const { named, validity, id } = await readValidity(on, ctx, to);
  const { file_id: fileId } = to.completion;
  if (id === null && fileId !== undefined) await assertDocumentUnused(on, ctx, fileId);
  const { placement } = await findCompletionPlacement(on, named, validity);
  const result = placement === 'history' ? 'history' : 'counted';
  return { id, result: id === null ? result : 'unchanged', validity } as const;
}

/**
 * Attests a completion in a transaction of its own: stores it, lets it complete the person's training if it counts, and
 * records its evidence. The same person, module, day and source again change nothing (rules/attested 2).
 * @throws AppError `file_not_found`
 */
export function attestCompletion(ctx: Context, to: CompletionToAttest): Promise<Attested> {
  return inTransaction(ctx, async (em) => {
    const { completion, concerned } = to;
    const { named, validity, id: before } = await readValidity(em, ctx, to);
    if (before !== null) return { id: before, result: 'unchanged' };
    await lockPersonAndCycles(em, named);
    // Another request may have entered the same before the person was locked.
    const { id: meanwhile } = await readValidity(em, ctx, to);
    if (meanwhile !== null) return { id: meanwhile, result: 'unchanged' };
    const { source, reference = null, score = null, completed_on: completedOn } = completion;
    const { file_id: fileId = null } = completion;
    const document_sha256 = fileId === null ? undefined : await lockUnusedDocument(em, ctx, fileId);
    const id = newId();
    await em.insert(AttestedCompletionEntity, {
      ...named,
      id,
      completedOn,
      completedAt: new Date(validity.completedAt),
      expiresAt: validity.expiresAt === null ? null : new Date(validity.expiresAt),
      source,
      reference,
      score,
      fileId,
      enteredAt: ctx.now,
      enteredByName: ctx.actor.name,
    });
    const result = await applyAttestedToCycles(em, named, validity, id);
    await recordAttestedEvidence(em, ctx, id, {
      action: 'learner.completion_attested',
      ...concerned,
      changes: { completed_on: completedOn, source, expires_at: validity.expiresAt, document_sha256 },
    });
    return { id, result };
  });
}

/** Applies an attested completion to locked cycles, and tells whether it counts. */
export async function applyAttestedToCycles(
  em: EntityManager,
  named: PersonModuleKey,
  validity: CompletionValidity,
  attestedId: string,
): Promise<'counted' | 'history'> {
  for (;;) {
    const placed = await findCompletionPlacement(em, named, validity);
    if (placed.placement === 'history') return 'history';
    if (await applyCompletionPlacement(em, named, placed, attestedId, validity)) return 'counted';
    await lockPersonAndCycles(em, named);
  }
}

async function readValidity(
  on: StatementRunner,
  ctx: Context,
  { completion, concerned: { person, module } }: CompletionToAttest,
) {
  const named = { workspaceId: ctx.workspace.id, userId: person.id, moduleId: module.id };
  const { completed_on: completedOn, source } = completion;
  const found = await VALIDITY.one(on, { ...named, completedOn, source, validityDays: module.validity_days });
  const { id, ...times } = found;
  return { named, id, validity: { completedOn, ...times, now: ctx.now } };
}
