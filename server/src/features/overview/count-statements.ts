import { MAX_MENU_COUNT } from '@training/shared/overview/overview';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import {
  ANSWER_FROM_CLAUSE,
  VIEWER_MAY_GRADE_ANSWER,
  ANSWER_IDS_WITH_OPEN_APPEAL_SQL,
  APPEAL_WAITS_FOR_VIEWER,
} from '../grading/answer-view.ts';
import { MODULE_IS_HALF_SENT_BACK, MODULE_IS_IN_REVIEW, MODULE_IS_SENT_BACK } from '../reviews/queue/list-reviews.ts';

const Waiting = z.strictObject({ waiting: z.number() });

/** SQL that counts rows up to the maximum shown. `rows` must be a query without an order, so that it can stop there. */
const counted = <const Rows extends string>(rows: Rows) =>
  `select count(*)::integer as waiting from (${rows} limit ${MAX_MENU_COUNT}) w` as const;

/** Counts the user's assigned training that is available now. */
export const COUNT_OWN_OPEN_TRAINING = defineStatement({
  name: 'count-own-training',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  select from enrollments e join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  where e.workspace_id = :workspaceId and e.user_id = :userId and e.is_current and e.completed_at is null
    and e.waived_at is null and e.source = 'assignment' and m.status = 'published'`),
});

/** Counts modules of the department with open queries by a reviewer. */
export const COUNT_DEPARTMENT_SENT_BACK_MODULES = defineStatement({
  name: 'count-queried-modules',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  select from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  where m.workspace_id = :workspaceId and ${MODULE_IS_SENT_BACK}
    and (:ownDepartment::uuid is null or c.department_id = :ownDepartment)`),
});

export const COUNT_PENDING_SUGGESTIONS = defineStatement({
  name: 'count-pending-suggestions',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  select from suggestions
  where workspace_id = :workspaceId and status = 'pending'
    and (:ownDepartment::uuid is null or department_id is null or department_id = :ownDepartment)`),
});

const REVIEWS = `
  (select from modules m where m.workspace_id = :workspaceId and ${MODULE_IS_IN_REVIEW} limit ${MAX_MENU_COUNT})
  union all
  (select from modules m where m.workspace_id = :workspaceId and ${MODULE_IS_HALF_SENT_BACK} limit ${MAX_MENU_COUNT})` as const;

/** Counts the reviews shown as waiting in the queue. */
export const COUNT_WAITING_REVIEWS = defineStatement({
  name: 'count-waiting-reviews',
  scope: 'tenant',
  row: Waiting,
  sql: counted(REVIEWS),
});

/** Counts the reviews shown as waiting, and the languages of published modules with submitted translations. */
export const COUNT_REVIEWS_AND_TRANSLATIONS = defineStatement({
  name: 'count-waiting-decisions',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`${REVIEWS}
  union all
  (select from module_variants v
  join modules m on m.workspace_id = :workspaceId and m.id = v.module_id and m.status = 'published'
  where v.workspace_id = :workspaceId and v.in_review > 0 limit ${MAX_MENU_COUNT})`),
});

/** Counts answers and appeals that the caller may decide on. */
export const COUNT_ANSWERS_AND_APPEALS_TO_GRADE = defineStatement({
  name: 'count-waiting-answers',
  scope: 'tenant',
  row: Waiting,
  sql: counted(`
  (select ${ANSWER_FROM_CLAUSE}
   where a.workspace_id = :workspaceId and a.state = 'trainer' and a.carried_from is null and ${VIEWER_MAY_GRADE_ANSWER}
   limit ${MAX_MENU_COUNT})
  union all
  (select ${ANSWER_FROM_CLAUSE}
   where a.workspace_id = :workspaceId and a.id = any(${ANSWER_IDS_WITH_OPEN_APPEAL_SQL}) and ${APPEAL_WAITS_FOR_VIEWER} limit ${MAX_MENU_COUNT})`),
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

/** Finds out whether someone manages active people, and therefore has My team in the menu. */
export const FIND_WHETHER_MANAGER = defineStatement({
  name: 'count-whether-manager',
  scope: 'tenant',
  row: z.strictObject({ manages: z.boolean() }),
  sql: `
select exists (
  select from users r where r.workspace_id = :workspaceId and r.manager_id = :userId and r.is_active) as manages`,
});
