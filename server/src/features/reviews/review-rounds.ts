import type { SectionKind } from '@training/shared/courses';
import type { Verdict } from '@training/shared/reviews';
import { execute } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';
import { settingsOf } from '../modules/working-copy.ts';
import type { Step } from './transition.ts';

/** A submission as it was snapshotted: the hash of each section's content. */
export type Round = { id: string } & Record<SectionKind, string>;

const OPEN_ROUND = `
insert into review_rounds (workspace_id, id, module_id, cycle, round, title, settings, flashcards, quiz,
  submitted_by, submitted_by_name, submitted_at)
select f.workspace_id, $3::uuid, f.module_id, $4::integer, $5::integer, $9, $10::jsonb, f.items, q.items, $6::uuid, $7, $8::timestamptz
from sections f
join sections q on q.workspace_id = f.workspace_id and q.module_id = f.module_id and q.kind = 'quiz'
where f.workspace_id = $1 and f.module_id = $2 and f.kind = 'flashcards'`;

/** Begins the module's next round: both sections are copied as they are stored, by PostgreSQL itself. */
export async function openRound({ em, ctx, module }: Step): Promise<void> {
  const { actor, now, workspace } = ctx;
  module.round += 1;
  module.submittedAt = now;
  module.submittedByName = actor.name;
  const submittedBy = actor.kind === 'user' ? actor.id : null;
  const values = [workspace.id, module.id, newId(), module.cycle, module.round, submittedBy, actor.name, now];
  const { title, ...settings } = settingsOf(module);
  await execute(em, OPEN_ROUND, [...values, title, JSON.stringify(settings)]);
}

const LAST_ROUND = `
select id, flashcards_hash as flashcards, quiz_hash as quiz from review_rounds
where workspace_id = $1 and module_id = $2 and round = $3`;

/** The round that the module is in, or was in last. */
export async function lastRound({ em, ctx, module }: Step): Promise<Round> {
  const [round] = await execute<Round>(em, LAST_ROUND, [ctx.workspace.id, module.id, module.round]);
  if (!round) throw new Error(`Module ${module.id} lacks its round ${module.round}`);
  return round;
}

/** What is decided about a module outside of any review. */
type OutsideReview = 'revised' | 'unpublished' | 'archived' | 'restored';

/** What somebody decided: about one section, with the hash of what they saw, or about the whole module. */
type Decision = {
  verdict: Verdict | OutsideReview;
  section?: SectionKind;
  contentHash?: string;
  reason?: string | undefined;
};

const DECIDE = `
insert into review_decisions (workspace_id, id, module_id, round_id, section, verdict, content_hash, reason, by_id, by_name, at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

/**
 * Keeps a decision, with its round where it ends or is part of a review: the history that reviewers and authors read.
 */
export async function keepDecision({ em, ctx, module }: Step, round: Round | null, decision: Decision): Promise<void> {
  const { actor, now, workspace } = ctx;
  const { verdict, section = null, contentHash = null, reason = null } = decision;
  const by = actor.kind === 'user' ? actor.id : null;
  const what = [section, verdict, contentHash, reason];
  await execute(em, DECIDE, [workspace.id, newId(), module.id, round?.id ?? null, ...what, by, actor.name, now]);
}
