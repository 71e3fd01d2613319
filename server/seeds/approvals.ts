import type { EntityManager } from '@mikro-orm/postgresql';
import { execute } from './execute.ts';

/**
 * What modules of a seed need who did not come through review: the revision that is live. $1 workspace, $2 who
 * published.
 */
const REVISIONS = `
insert into module_revisions (workspace_id, id, module_id, number, title, settings, flashcards, quiz, published_at, published_by_name)
select m.workspace_id, m.live_revision_id, m.id, 1, m.title,
  jsonb_build_object('validity_days', m.validity_days, 'pass_score', m.pass_score,
    'max_attempts', m.max_attempts, 'show_solutions', m.show_solutions,
    'questions_per_attempt', m.questions_per_attempt, 'topic_scores', m.topic_scores), f.items, q.items, m.updated_at, $2
from modules m
join sections f on f.workspace_id = m.workspace_id and f.module_id = m.id and f.kind = 'flashcards'
join sections q on q.workspace_id = m.workspace_id and q.module_id = m.id and q.kind = 'quiz'
where m.workspace_id = $1::uuid and m.live_revision_id is not null
  and not exists (select from module_revisions r where r.workspace_id = m.workspace_id and r.id = m.live_revision_id)`;

/** The round that modules were submitted in, live ones too. $1 workspace, $2 who submitted. */
const ROUNDS = `
insert into review_rounds (workspace_id, id, module_id, cycle, round, title, settings, flashcards, quiz, submitted_by_name, submitted_at)
select m.workspace_id, gen_random_uuid(), m.id, m.cycle, m.round, m.title,
  jsonb_build_object('validity_days', m.validity_days, 'pass_score', m.pass_score,
    'max_attempts', m.max_attempts, 'show_solutions', m.show_solutions,
    'questions_per_attempt', m.questions_per_attempt, 'topic_scores', m.topic_scores), f.items, q.items, coalesce(m.submitted_by_name, $2),
  coalesce(m.submitted_at, m.updated_at)
from modules m
join sections f on f.workspace_id = m.workspace_id and f.module_id = m.id and f.kind = 'flashcards'
join sections q on q.workspace_id = m.workspace_id and q.module_id = m.id and q.kind = 'quiz'
where m.workspace_id = $1::uuid and m.round > 0
  and not exists (select from review_rounds r where r.workspace_id = m.workspace_id and r.module_id = m.id and r.round = m.round)`;

/** Gives seeded modules the past that review would have left, in the transaction that stores them. */
export async function storeApprovals(
  em: EntityManager,
  workspaceId: string,
  { submittedBy, publishedBy }: { submittedBy: string; publishedBy: string },
): Promise<void> {
  await execute(em, ROUNDS, [workspaceId, submittedBy]);
  await execute(em, REVISIONS, [workspaceId, publishedBy]);
}
