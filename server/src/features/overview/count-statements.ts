import { MOST_COUNTED } from '@training/shared/overview/overview';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import { ANSWER_JOINS, MAY_GRADE_ANSWER, OPEN_APPEALS, WAITS_FOR_DECISION } from '../grading/answer-view.ts';
import { HALF_SENT_BACK, IN_REVIEW, SENT_BACK } from '../reviews/queue/list-reviews.ts';

const Waiting = z.strictObject({ waiting: z.number() });

/** SQL that counts rows up to the maximum shown. `rows` must be a query without an order, so that it can stop there. */
const counted = <const Rows extends string>(rows: Rows) =>
  `select count(*)::integer as waiting from (${rows} limit ${MOST_COUNTED}) w` as const;

/** Counts the user's assigned training that is available now. */
export const COUNT_TRAINING = defineStatement({
  name: 'count-own-training',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  select from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  where e.workspace_id = :workspaceId and e.user_id = :userId and e.is_current and e.completed_at is null
    and e.waived_at is null and e.source = 'assignment' and m.status = 'published'`),
});

/** Counts modules of the department with open queries by a reviewer. */
export const COUNT_QUERIES = defineStatement({
  name: 'count-queried-modules',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  select from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  where m.workspace_id = :workspaceId and ${SENT_BACK}
    and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)`),
});

export const COUNT_SUGGESTIONS = defineStatement({
  name: 'count-pending-suggestions',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  select from suggestions
  where workspace_id = :workspaceId and status = 'pending'
    and (:ownDepartment::uuid is null or department_id is null or department_id = :ownDepartment)`),
});

const REVIEWS = `
  (select from modules m where m.workspace_id = :workspaceId and ${IN_REVIEW} limit ${MOST_COUNTED})
  union all
  (select from modules m where m.workspace_id = :workspaceId and ${HALF_SENT_BACK} limit ${MOST_COUNTED})` as const;

/** Counts the reviews shown as waiting in the queue. */
export const COUNT_REVIEWS = defineStatement({
  name: 'count-waiting-reviews',
  scope: 'tenant',
  row: Waiting,
  sql: counted(REVIEWS),
});

/** Counts those, and the languages of published modules with submitted translations. */
export const COUNT_DECISIONS = defineStatement({
  name: 'count-waiting-decisions',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`${REVIEWS}
  union all
  (select from module_variants v
  join modules m on m.workspace_id = :workspaceId and m.id = v.module_id and m.status = 'published'
  where v.workspace_id = :workspaceId and v.in_review > 0 limit ${MOST_COUNTED})`),
});

/** Counts answers and appeals that the caller may decide on. */
export const COUNT_GRADING = defineStatement({
  name: 'count-waiting-answers',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  (select ${ANSWER_JOINS}
   where a.workspace_id = :workspaceId and a.state = 'trainer' and a.carried_from is null and ${MAY_GRADE_ANSWER}
   limit ${MOST_COUNTED})
  union all
  (select ${ANSWER_JOINS}
   where a.workspace_id = :workspaceId and a.id = any(${OPEN_APPEALS}) and ${WAITS_FOR_DECISION} limit ${MOST_COUNTED})`),
});

export const COUNT_FAILING_KEYS = defineStatement({
  name: 'count-failing-keys',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  select from provider_keys k
  join provider_key_health h on h.workspace_id = :workspaceId and h.provider_key_id = k.id
  where k.workspace_id = :workspaceId and h.failing_since is not null`),
});

/** Tells whether someone manages active people, and so has My team in the menu. */
export const IS_MANAGER = defineStatement({
  name: 'count-whether-manager',
  scope: 'tenant',
  row: z.strictObject({ manages: z.boolean() }),
  sql: `
select exists (
  select from users r where r.workspace_id = :workspaceId and r.manager_id = :userId and r.is_active) as manages`,
});
