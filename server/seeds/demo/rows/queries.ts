import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserRow } from '../../../src/features/users/user.entity.ts';
import { execute } from '../../execute.ts';
import { after, before, idAt } from './moments.ts';

/** What the reviewer asks of the quiz that was queried. */
const QUERY =
  'Question 2: new colleagues may take the damp pipe for a sign of pests, since damp attracts them. Please say in the explanation why it does not count.';

/** $1 workspace, $2 id, $3 verdict, $4 section, $5 reason, $6 reviewer, $7 name, $8 when. */
const DECIDE = `
insert into review_decisions (workspace_id, id, module_id, round_id, section, verdict, content_hash, reason, by_id, by_name, at)
select m.workspace_id, $2::uuid, m.id, r.id, $4, $3,
  case $4 when 'flashcards' then r.flashcards_hash else r.quiz_hash end, $5, $6::uuid, $7, $8::timestamptz
from modules m join review_rounds r on r.workspace_id = m.workspace_id and r.module_id = m.id
where m.workspace_id = $1 and m.workflow = 'changes_requested'`;

/** $1 workspace, $2 id, $3 body, $4 reviewer, $5 name, $6 when. */
const COMMENT = `
insert into review_comments (workspace_id, id, module_id, section, round, kind, body, author_id, author_name, author_reviews, at)
select m.workspace_id, $2::uuid, m.id, 'quiz', m.round, 'query', $3, $4::uuid, $5, true, $6::timestamptz
from modules m where m.workspace_id = $1 and m.workflow = 'changes_requested'`;

/** As a decision leaves its section. $1 workspace. */
const STANDING = `
update sections s set state_since = d.at, state_by_name = d.by_name
from review_decisions d join modules m on m.workspace_id = d.workspace_id and m.id = d.module_id
where d.workspace_id = $1 and m.workflow = 'changes_requested'
  and s.workspace_id = d.workspace_id and s.module_id = d.module_id and s.kind = d.section`;

/** The one module that waits for its author: its cards are approved and its quiz is queried. */
export async function storeQueries(
  em: EntityManager,
  { workspaceId, id, fullName }: UserRow,
  now: Date,
): Promise<void> {
  const at = before(now, 0.8);
  await execute(em, DECIDE, [workspaceId, idAt(at), 'approved', 'flashcards', null, id, fullName, at]);
  const queriedAt = after(at, 0.01);
  await execute(em, DECIDE, [workspaceId, idAt(queriedAt), 'queried', 'quiz', QUERY, id, fullName, queriedAt]);
  await execute(em, COMMENT, [workspaceId, idAt(queriedAt), QUERY, id, fullName, queriedAt]);
  await execute(em, STANDING, [workspaceId]);
}
