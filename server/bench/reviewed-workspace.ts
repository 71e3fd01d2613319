// A workspace with 10,000 modules in review, and in it a trainer with drafts.
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { Actor, Context, Workspace } from '../src/core/context.ts';
import type { Database } from '../src/database/database.ts';
import { execute } from '../seeds/execute.ts';
import { storeApprovals } from '../seeds/approvals.ts';
import { AUTHORS } from '../seeds/scale/reviews.ts';
import { storeScale } from '../seeds/scale/store-scale.ts';
import { createCourse } from '../src/features/courses/save-course.ts';
import { createModule } from '../src/features/courses/modules/create-module.ts';
import { signIn } from './sign-in.ts';

const SLUG = 'reviewed';
const SIZE = { courses: 1_000, modules: 10, users: 2_000, progress: 1_000 };
/** Number of drafts that are edited in turn. */
const DRAFTS = 40;

/** What is live gets a working copy; whatever else there is, is submitted too. */
const SUBMIT_ALL = `
update modules set workflow = 'in_review', round = round + 1, cycle = cycle + case when live_revision_id is null then 0 else 1 end,
  status = case when live_revision_id is null then 'in_review' else 'published' end
where workspace_id = $1 and workflow is distinct from 'in_review'`;

const LOCK_ALL = `
update sections s set state = 'locked', state_since = m.submitted_at, state_by_name = m.submitted_by_name
from modules m where m.workspace_id = $1 and s.workspace_id = $1 and m.id = s.module_id`;

const FIND_PERSON = `
select id, full_name as name, email, role, department_id as "departmentId" from users
where workspace_id = $1 and role = $2 and is_active and department_id is not null order by id limit 1`;

const FIND_WORKSPACE = 'select id, slug, name from workspaces where slug = $1';

export type Person = Extract<Actor, { kind: 'user' }>;

/** Somebody who is signed in, in process and over HTTP. */
export type Caller = {
  person: Person;
  /** As a request has it that begins now. */
  context: () => Context;
  headers: Record<string, string>;
  /** Of the typed API. */
  url: (procedure: string) => string;
};

/** Made where it is missing. */
export async function prepareReviewed(db: Database, say: (line: string) => void): Promise<Workspace> {
  const { rows } = await db.pool.query<Workspace>(FIND_WORKSPACE, [SLUG]);
  if (rows[0]) return rows[0];
  const { workspace } = await storeScale(db, { workspaceSlug: SLUG, ...SIZE });
  await db.em.fork().transactional(async (em) => {
    await execute(em, SUBMIT_ALL, [workspace.id]);
    await execute(em, AUTHORS, [workspace.id, new Date()]);
    await execute(em, LOCK_ALL, [workspace.id]);
    await storeApprovals(em, workspace.id, { submittedBy: 'Trainer', publishedBy: 'Reviewer' });
  });
  // Twice, because the first leaves no map of what is visible to all, which an index-only scan needs.
  await db.pool.query('vacuum (full) modules, sections');
  await db.pool.query('vacuum (analyze) modules, sections, review_rounds, module_contributors');
  say(`In review: ${(SIZE.courses * SIZE.modules).toLocaleString('en')}`);
  return workspace;
}

export async function callerOf(
  db: Database,
  workspace: Workspace,
  { role, port }: { role: 'trainer' | 'content_manager'; port: number },
): Promise<Caller> {
  const { rows } = await db.pool.query<Omit<Person, 'kind'>>(FIND_PERSON, [workspace.id, role]);
  const [found] = rows;
  if (!found) throw new Error(`${workspace.slug} has no ${role} with a department`);
  const person: Person = { kind: 'user', ...found };
  const base = `http://127.0.0.1:${port}`;
  const cookie = await signIn(db, person.email ?? '', base);
  return {
    person,
    context: () => ({
      db,
      workspace,
      actor: person,
      reach: role === 'trainer' ? 'department' : 'workspace',
      now: new Date(),
      requestId: null,
      ip: null,
    }),
    headers: { cookie, origin: base, [WORKSPACE_HEADER]: workspace.slug, 'content-type': 'application/json' },
    url: (procedure) => `${base}/api/trpc/${procedure}`,
  };
}

export type Draft = { id: string; title: string };

/** Empty drafts of the trainer's own department, new ones in each run. */
export async function makeDrafts({ context }: Caller, count = DRAFTS): Promise<Draft[]> {
  const course = await createCourse(context(), { title: 'Edited', emoji: '✏️' });
  const drafts: Draft[] = [];
  for (let n = 0; n < count; n++) {
    const title = `Draft ${n}`;
    const { id } = await createModule(context(), { course_id: course.id, title });
    drafts.push({ id, title });
  }
  return drafts;
}
