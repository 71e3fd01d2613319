import { Analytics, ReadAnalytics } from '@training/shared/analytics/analytics';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { happening, live, type Life } from '../../../test/analytics-histories.ts';
import { analyticsModel, type Viewer } from '../../../test/analytics-model.ts';
import { at, inputOf, NOW, plan, question, store, worldOf, type Question } from '../../../test/analytics-worlds.ts';
import { freshDatabase } from '../../../test/database.ts';
import { makerFor } from '../../../test/make.ts';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { readModuleForStudy } from '../learning/study/read-module-for-study.ts';
import { readAnalytics } from './read-analytics.ts';
import { verifyRollups } from './rollups/verify.ts';

/** Number of random histories; `npm run test:deep` sets thousands. */
const HISTORIES = Number(process.env.ANALYTICS_HISTORIES ?? 10);
/** Timeout in milliseconds. */
const PATIENCE = 180_000 + HISTORIES * 3_000;

const db = await freshDatabase();
afterAll(() => db.close());
const make = makerFor(db);

/** Asserts that the answer equals the model's, computed from the plain rows, to the last digit. */
async function ask({ workspace, world, now }: Life, q: Question): Promise<void> {
  const input = inputOf(world, q);
  const self = at(world.users, q.viewerIs);
  const viewer: Viewer =
    q.viewer === 'workspace'
      ? { reach: 'workspace' }
      : { reach: q.viewer === 'own' ? 'own' : 'department', userId: self.id, departmentId: self.department };
  const ctx: Context = {
    ...make.contextOf(workspace),
    now: new Date(now),
    reach: viewer.reach,
    ...(viewer.reach !== 'workspace' && {
      actor: { kind: 'user', id: self.id, name: '', email: '', role: 'learner', departmentId: self.department },
    }),
  };
  const answer = await readAnalytics(ctx, input).then(
    (prepared): unknown => Analytics.parse(JSON.parse(JSON.stringify(prepared))),
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );
  expect(answer).toStrictEqual(analyticsModel(world, viewer, input, now));
}

/** Asserts that a learner's own pages and analytics agree about certificates. */
async function askOwnPages({ workspace, world, now }: Life, who: number): Promise<void> {
  const self = at(world.users, who);
  const viewer: Viewer = { reach: 'own', userId: self.id, departmentId: self.department };
  const input = ReadAnalytics.parse({ include: ['learners'], include_inactive: true });
  const { learners } = Analytics.parse(analyticsModel(world, viewer, input, now));
  const ctx: Context = {
    ...make.contextOf(workspace),
    now: new Date(now),
    reach: 'own',
    actor: { kind: 'user', id: self.id, name: '', email: '', role: 'learner', departmentId: self.department },
  };
  const published = world.modules.filter(({ status }) => status === 'published').map(({ id }) => id);
  for (const { module_id, certification, expires_at } of learners?.items[0]?.modules ?? []) {
    if (!published.includes(module_id)) continue;
    expect(await readModuleForStudy(ctx, { module_id })).toMatchObject({ certification, expires_at });
  }
}

async function beginLife(rows: Parameters<typeof worldOf>[0]): Promise<Life> {
  const life = { db, workspace: await make.workspace(), world: worldOf(rows), make, now: NOW };
  await store(db, life.workspace, life.world);
  return life;
}

// rules/analytics 3
test(
  'any enrollments, filters and reach give exactly what a plain model of the rules gives',
  async () => {
    await fc.assert(
      fc.asyncProperty(plan, fc.array(question, { minLength: 2, maxLength: 4 }), async (rows, questions) => {
        const life = await beginLife(rows);
        for (const q of questions) await ask(life, q);
      }),
      { numRuns: HISTORIES },
    );
  },
  PATIENCE,
);

// rules/analytics 12
test(
  'so they do at any moment of any history, folded or not, and what is kept is what the rows say',
  async () => {
    const chapter = fc.record({
      happenings: fc.array(happening, { minLength: 5, maxLength: 25, size: 'max' }),
      questions: fc.array(question, { minLength: 1, maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(plan, fc.array(chapter, { minLength: 1, maxLength: 3 }), async (rows, chapters) => {
        const life = await beginLife(rows);
        for (const { happenings, questions } of chapters) {
          for (const each of happenings) await live(life, each);
          for (const q of questions) {
            await ask(life, q);
            await askOwnPages(life, q.viewerIs);
          }
          const ctx = { ...make.contextOf(life.workspace), now: new Date(NOW + 400 * 86_400_000) };
          expect(await verifyRollups(ctx)).toMatchObject({ equal: true });
        }
      }),
      { numRuns: HISTORIES },
    );
  },
  PATIENCE,
);
