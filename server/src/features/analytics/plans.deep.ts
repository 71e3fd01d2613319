import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ReadAnalytics } from '@training/shared/analytics/analytics';
import { ListLibrary } from '@training/shared/learning/learning';
import { ListTrainingConcerns } from '@training/shared/analytics/analytics-lists';
import { ListUsers } from '@training/shared/users/users';
import { SearchPeople } from '@training/shared/users/people';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { connect, freshDatabaseUrl } from '../../../test/database.ts';
import { storeScale } from '../../../seeds/scale/store-scale.ts';
import type { Context } from '../../core/context.ts';
import { openOperatorDatabase, type OperatorDatabase } from '../../database/database.ts';
import { startEmbeddedPostgres } from '../../database/embedded/embedded-postgres.ts';
import { migrate } from '../../database/schema/migrate.ts';
import type { PreparedStatement } from '../../database/statements/statement.ts';
import { LIST_CATALOG } from '../catalog/catalog.router.ts';
import { listLibrary } from '../learning/list-library.ts';
import { readMyTrainingOverview } from '../learning/read-my-training.ts';
import { listUsers } from '../users/list-users.ts';
import { searchPeople } from '../users/search-people.ts';
import { upsertUsers } from '../users/upsert-users.ts';
import { getWorkspaceBySlug } from '../workspaces/find-workspace.ts';
import { listTrainingConcerns } from './list-concerns.ts';
import { readAnalytics } from './read-analytics.ts';
import { readTrainingTrend } from './read-trend.ts';

const SCALE = { courses: 1_000, modules: 10, users: 50_000, progress: 1_000_000 };

/**
 * Settings of an operator's PostgreSQL. A `random_page_cost` of 1.1 is set for the database, where our connections
 * replace it; set in a session it makes the lists of people read up to six times as much.
 */
const SETTINGS = ['4MB', '16MB', '64MB', '256MB'].flatMap((work_mem) =>
  ['off', 'on'].map((jit) => ({ work_mem, jit })),
);

/** Of the buffers that the best plan reads. */
const MOST = 1.5;
/** A plan that reads so few is fast however it reads them. */
const FEW = 2_000;

const Plan = z.array(z.object({ 'QUERY PLAN': z.array(z.looseObject({ Plan: z.looseObject({}) })) }));
const Buffers = z.looseObject({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() });

async function newest(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'plans-'));
  const postgres = await startEmbeddedPostgres({ folder });
  onTestFinished(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return postgres.url;
}

type Taken = PreparedStatement & { ofOne: boolean };

/** Runs what an API and a console ask for, and returns the statements that it took. */
async function statementsOf(db: OperatorDatabase): Promise<Taken[]> {
  const workspace = await getWorkspaceBySlug(db, 'scale');
  const { rows } = await db.pool.query<{
    department: string;
    course: string;
    learner: string;
    manager: string;
    emails: string[];
  }>(
    `select (select id from departments where workspace_id = $1 order by id limit 1) as department,
       (select id from courses where workspace_id = $1 order by id limit 1) as course,
       (select user_id from enrollments where workspace_id = $1 order by id limit 1) as learner,
       (select manager_id from users where workspace_id = $1 and manager_id is not null order by id offset 100 limit 1) as manager,
       array(select email from users where workspace_id = $1 order by id limit 200) as emails`,
    [workspace.id],
  );
  const { department, course, learner, manager, emails } = rows[0]!;
  const taken = new Map<string, Taken>();
  let ofOne = false;
  const pool = Object.create(db.pool, {
    query: {
      value: (query: PreparedStatement) => {
        taken.set(query.text, { ...query, ofOne });
        return db.pool.query(query);
      },
    },
  }) as pg.Pool;
  const actor = { kind: 'system', name: 'Test' } as const;
  const ctx: Context = {
    db: { ...db, pool },
    workspace,
    actor,
    reach: 'workspace',
    now: new Date(),
    requestId: null,
    ip: null,
  };
  for (const filter of [
    {},
    { department_id: department },
    { course_id: course },
    { manager_id: manager },
    { user_id: learner },
  ]) {
    ofOne = 'user_id' in filter;
    for (const offset of [0, 5_000]) {
      await readAnalytics(ctx, ReadAnalytics.parse({ ...filter, offset }));
    }
  }
  ofOne = false;
  for (const filter of [{}, { department_id: department }, { manager_id: manager }]) {
    await readTrainingTrend(ctx, filter);
    for (const order of ['date', 'person'] as const) {
      await listTrainingConcerns(ctx, ListTrainingConcerns.parse({ list: 'overdue', order, ...filter }));
    }
  }
  for (const filter of [{}, { role: 'learner' }, { department_id: department }]) {
    await listUsers(ctx, ListUsers.parse({ ...filter, offset: 5_000 }));
    await searchPeople(ctx, SearchPeople.parse({ ...filter, search: 'ana' }));
  }
  await LIST_CATALOG.one(pool, { workspaceId: workspace.id });
  await upsertUsers(ctx, { users: emails.map((email) => ({ email })), key: 'email', preview: true });
  const person = { kind: 'user', id: learner, name: '', email: '', role: 'learner', departmentId: null } as const;
  await listLibrary({ ...ctx, actor: person }, ListLibrary.parse({}));
  ofOne = true;
  await readMyTrainingOverview({ ...ctx, actor: person });
  return [...taken.values()];
}

/** Gives everyone but the first a manager, who manages ten people. */
const MANAGERS = `
with numbered as (select workspace_id, id, row_number() over (order by id) - 1 as n from users)
update users u set manager_id = m.id from numbered p, numbered m
where u.workspace_id = p.workspace_id and u.id = p.id and p.n > 0 and m.workspace_id = p.workspace_id and m.n = (p.n - 1) / 10`;

/** Milliseconds, most of which go into making a million rows. */
const LONGEST = 900_000;

// The workspace has as many rows as make a hash of them tempting.
test.each([
  ['the oldest PostgreSQL', () => freshDatabaseUrl()],
  ['the newest PostgreSQL', newest],
])(
  'no plan of %s hangs on the memory, the costs or the compilation that an operator sets',
  async (_, urlOf) => {
    const url = await urlOf();
    const client = await connect(url);
    const { rows: named } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(`alter database "${named[0]!.name}" set jit = on`);
    await client.query(`alter database "${named[0]!.name}" set random_page_cost = 1.1`);
    const db = await openOperatorDatabase(url, 1);
    onTestFinished(() => db.close());
    await migrate(db);
    const { rows: settings } = await db.pool.query(
      `select current_setting('jit') as jit, current_setting('random_page_cost') as cost`,
    );
    expect(settings).toEqual([{ jit: 'off', cost: '4' }]);
    await storeScale(db, { workspaceSlug: 'scale', ...SCALE }, () => undefined);
    await db.pool.query(MANAGERS);
    await db.pool.query('vacuum analyze');
    const statements = await statementsOf(db);
    expect(statements.length).toBeGreaterThanOrEqual(12);
    for (const { ofOne, text, values } of statements) {
      const read: { set: (typeof SETTINGS)[number]; blocks: number }[] = [];
      for (const set of SETTINGS) {
        await db.pool.query(
          Object.entries(set)
            .map(([name, value]) => `set ${name} = '${value}'`)
            .join('; '),
        );
        const { rows } = await db.pool.query(`explain (analyze, buffers, format json) ${text}`, values);
        const top = Buffers.parse(Plan.parse(rows)[0]!['QUERY PLAN'][0]!.Plan);
        read.push({ set, blocks: top['Shared Hit Blocks'] + top['Shared Read Blocks'] });
      }
      const best = Math.min(...read.map(({ blocks }) => blocks));
      const worse = read.filter(({ blocks }) => blocks > Math.max(best * MOST, FEW));
      expect.soft(worse, `best ${best}: ${text.slice(0, 3_000)}`).toEqual([]);
      if (ofOne) expect.soft(best, 'an answer about one learner').toBeLessThan(FEW);
    }
  },
  LONGEST,
);
