import type { SectionKind } from '@training/shared/courses/courses';
import type { Verdict } from '@training/shared/reviews/reviews';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import { settingsOf } from '../courses/modules/working-copy.ts';
import type { Step } from './transition.ts';

/** A submission: the hash of each section's snapshot. */
const Round = z.strictObject({ id: z.uuid(), flashcards: z.string(), quiz: z.string() });
export type Round = z.infer<typeof Round>;

const OPEN_ROUND = defineStatement({
  name: 'open-round',
  scope: 'tenant',
  sql: `
insert into review_rounds (workspace_id, id, module_id, cycle, round, title, settings, flashcards, quiz,
  submitted_by, submitted_by_name, submitted_at)
select f.workspace_id, :id::uuid, f.module_id, :cycle::integer, :round::integer, :title, :settings::jsonb, f.items, q.items, :submittedBy::uuid, :submittedByName, :now::timestamptz
from sections f
join sections q on q.workspace_id = f.workspace_id and q.module_id = f.module_id and q.kind = 'quiz'
where f.workspace_id = :workspaceId and f.module_id = :moduleId and f.kind = 'flashcards'`,
});

/** Starts the module's next round; PostgreSQL copies both sections as stored. */
export async function openRound({ em, ctx, module }: Step): Promise<void> {
  const { actor, now, workspace } = ctx;
  module.round += 1;
  module.submittedAt = now;
  module.submittedByName = actor.name;
  const submittedBy = actor.kind === 'user' ? actor.id : null;
  const { title, ...settings } = settingsOf(module);
  await OPEN_ROUND.run(em, {
    workspaceId: workspace.id,
    moduleId: module.id,
    id: newId(),
    cycle: module.cycle,
    round: module.round,
    submittedBy,
    submittedByName: actor.name,
    now,
    title,
    settings: JSON.stringify(settings),
  });
}

const LAST_ROUND = defineStatement({
  name: 'last-round',
  scope: 'tenant',
  row: Round,
  sql: `
select id, flashcards_hash as flashcards, quiz_hash as quiz from review_rounds
where workspace_id = :workspaceId and module_id = :moduleId and round = :round`,
});

/** The module's current or last round. */
export async function lastRound({ em, ctx, module }: Step): Promise<Round> {
  const named = { workspaceId: ctx.workspace.id, moduleId: module.id, round: module.round };
  const round = await LAST_ROUND.first(em, named);
  if (!round) throw new Error(`Module ${module.id} lacks its round ${module.round}`);
  return round;
}

/** Verdicts outside of a review. */
type OutsideReview = 'revised' | 'unpublished' | 'archived' | 'restored';

/** A decision: about one section, with the hash of the content seen, or about the whole module. */
type Decision = {
  verdict: Verdict | OutsideReview;
  section?: SectionKind;
  contentHash?: string;
  reason?: string | undefined;
};

const DECIDE = defineStatement({
  name: 'save-decision',
  scope: 'tenant',
  sql: `
insert into review_decisions (workspace_id, id, module_id, round_id, section, verdict, content_hash, reason, by_id, by_name, at)
values (:workspaceId, :id, :moduleId, :roundId, :section, :verdict, :contentHash, :reason, :byId, :byName, :now)`,
});

/**
 * Keeps a decision, with its round where it ends or is part of a review: the history that reviewers and authors read.
 */
export async function insertDecision(
  { em, ctx, module }: Step,
  round: Round | null,
  decision: Decision,
): Promise<void> {
  const { actor, now, workspace } = ctx;
  const { verdict, section = null, contentHash = null, reason = null } = decision;
  const by = actor.kind === 'user' ? actor.id : null;
  await DECIDE.run(em, {
    workspaceId: workspace.id,
    id: newId(),
    moduleId: module.id,
    roundId: round?.id ?? null,
    section,
    verdict,
    contentHash,
    reason,
    now,
    byId: by,
    byName: actor.name,
  });
}
