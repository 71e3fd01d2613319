import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Workspace } from '../../src/core/context.ts';
import { AppError } from '../../src/core/errors.ts';
import { runNightlyTasks } from '../../src/features/assignments/run-nightly-tasks.ts';
import { AuditEventEntity } from '../../src/features/events/event.entity.ts';
import { CourseEntity, ModuleEntity, SectionEntity } from '../../src/features/courses/course.entity.ts';
import { DepartmentEntity } from '../../src/features/departments/department.entity.ts';
import { EnrollmentEntity } from '../../src/features/learning/enrollment.entity.ts';
import { insertKeysOfSeededSuggestion } from '../../src/features/suggestions/intake/suggestion-keys.ts';
import { SuggestionEntity } from '../../src/features/suggestions/suggestion.entity.ts';
import { ApiTokenEntity } from '../../src/features/tokens/token.entity.ts';
import { UserEntity } from '../../src/features/users/user.entity.ts';
import { WorkspaceEntity } from '../../src/features/workspaces/workspace.entity.ts';
import type { Database } from '../../src/database/database.ts';
import { execute } from '../execute.ts';
import { storeApprovals } from '../approvals.ts';
import { companyName } from './departments.ts';
import { auditRows } from './rows/audit-log.ts';
import { courseRows } from './rows/courses.ts';
import { personNamed } from './rows/history.ts';
import { before, idAt } from './rows/moments.ts';
import { departmentRows, personRows } from './rows/people.ts';
import { enrollmentRows } from './rows/progress.ts';
import { storeStudies } from './studied.ts';
import { storeQueries } from './rows/queries.ts';
import { suggestionRows } from './rows/suggestions.ts';
import { WORKSPACE_MADE } from './rows/timeline.ts';
import { tokenHistory } from './rows/token-history.ts';

/** The name that the README and the first start use (rules/operation 1). */
const SLUG = 'demo';

/**
 * Makes the demo workspace: a company that has trained its people for more than a year, all of it
 * relative to `now`, in one transaction.
 * @returns The workspace, and the e-mail of its first super admin.
 * @throws AppError `workspace_slug_taken` when it is there already
 */
export async function storeDemo(db: Database, now: Date): Promise<{ workspace: Workspace; adminEmail: string }> {
  const createdAt = before(now, WORKSPACE_MADE);
  const workspace = { id: idAt(createdAt), slug: SLUG, name: companyName };
  const { rows: departments, ids: departmentIds } = departmentRows(workspace.id, now);
  const people = personRows(workspace.id, departmentIds, now);
  const { courses, modules, sections, assignable } = courseRows(workspace.id, departmentIds, people, now);
  const administrator = personNamed(people, 'admin');
  const reviewer = personNamed(people, 'farah.qureshi').row;
  const suggestions = suggestionRows(workspace.id, departmentIds, reviewer.fullName, now);
  const { token, lastUse } = tokenHistory(workspace.id, administrator, now);

  await db.em.fork().transactional(async (em) => {
    await insertWorkspace(em, { ...workspace, createdAt });
    await em.insertMany(DepartmentEntity, departments);
    await em.insertMany(
      UserEntity,
      people.map(({ row }) => row),
    );
    await em.insertMany(CourseEntity, courses);
    await em.insertMany(ModuleEntity, modules);
    await em.insertMany(SectionEntity, sections);
    await storeApprovals(em, workspace.id, { submittedBy: administrator.row.fullName, publishedBy: reviewer.fullName });
    await storeQueries(em, reviewer, now);
    await em.insertMany(EnrollmentEntity, enrollmentRows(people, assignable, now));
    await storeStudies(em, workspace.id, administrator.row.fullName);
    await em.insertMany(SuggestionEntity, suggestions);
    for (const suggestion of suggestions) await insertKeysOfSeededSuggestion(em, suggestion);
    await em.insert(ApiTokenEntity, token);
    await execute(
      em,
      'insert into api_token_uses (workspace_id, token_id, used_at, operation, ip) values ($1, $2, $3, $4, $5)',
      [workspace.id, token.id, lastUse.usedAt, lastUse.operation, lastUse.ip],
    );
    await em.insertMany(
      AuditEventEntity,
      auditRows({ workspace, departments, departmentIds, people, token, suggestions, now }),
    );
    await execute(em, LAST_SIGN_INS, [workspace.id]);
  });
  // As the last night left it: else its figures would change within the first hour.
  await runNightlyTasks(db, () => false, now);
  await analyze(db);
  return { workspace, adminEmail: administrator.row.email };
}

/** Whoever has studied or done something was signed in for it. */
const LAST_SIGN_INS = `
insert into user_sign_ins (workspace_id, user_id, at)
select $1, user_id, max(at) from (
  select user_id, last_activity_at as at from enrollments where workspace_id = $1
  union all
  select actor_id, at from audit_events where workspace_id = $1 and actor_kind = 'user'
) active where user_id is not null and at is not null group by user_id`;

/**
 * So many rows at once are news to PostgreSQL, which would look at them after a minute of its own. Until then it took
 * two seconds to count, for the menu of each page, what waits to be graded.
 */
async function analyze(db: Database): Promise<void> {
  const { rows } = await db.pool.query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class
     where relkind = 'r' and relnamespace = to_regnamespace(current_schema())`,
  );
  await db.pool.query(`analyze ${rows.map(({ tables }) => tables).join(', ')}`);
}

async function insertWorkspace(em: EntityManager, row: Workspace & { createdAt: Date }): Promise<void> {
  try {
    await em.insert(WorkspaceEntity, row);
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    throw new AppError('workspace_slug_taken', `There is a workspace “${row.slug}” already; the demo is made once.`);
  }
}
