import fc from 'fast-check';
import type { Database } from '../src/database/database.ts';
import { addPendingChangesToRollups } from '../src/features/analytics/rollups/aggregate-changes.ts';
import { recordDueTransitions } from '../src/features/analytics/rollups/record-due-transitions.ts';
import { rebuildRollups } from '../src/features/analytics/rollups/rebuild.ts';
import { newId } from '../src/platform/ids.ts';
import type { World } from './analytics-model.ts';
import { at, HOUR, index, managerAmong, maybe, moment, NOW, saveEnrollments, share } from './analytics-worlds.ts';
import type { Maker, TestWorkspace } from './make.ts';

/** A workspace, the same as plain rows, and what its clock shows. */
export type Life = { db: Database; workspace: TestWorkspace; world: World; make: Maker; now: number };
type Cycle = World['enrollments'][number];

const kinds = [
  'assign',
  'library',
  'start',
  'tick',
  'attempt',
  'complete',
  'attest',
  'prove',
  'reopen',
  'due',
  'waive',
  'withdraw',
  'take over',
  'certify',
  'move',
  'manage',
  'activate',
  'module',
  'pass score',
  'validity',
  'fold',
  'note',
  'clock',
  'rebuild',
] as const;

/** One thing that happens; of its values it takes what it needs. */
export const happening = fc.record({
  // What the rest needs to begin with happens more often.
  kind: fc.constantFrom(...kinds, 'assign', 'attempt', 'complete', 'complete', 'fold', 'clock'),
  user: index,
  module: index,
  cycle: index,
  department: maybe(index),
  active: fc.boolean(),
  moment,
  until: maybe(moment),
  share,
  status: fc.constantFrom<'published' | 'archived' | 'draft'>('published', 'archived', 'draft'),
  ahead: fc.constantFrom(-40, -1, 1, 3, 10, 31, 60).map((days) => days * 24 * HOUR),
});
export type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

/** Makes it happen, in the database and in the plain rows; nothing, where it cannot. */
export async function live(life: Life, h: Happening): Promise<void> {
  const { world, db, workspace } = life;
  const user = at(world.users, h.user);
  const module = at(world.modules, h.module);
  const cycles = world.enrollments.filter((e) => e.user === user.id && e.module === module.id);
  const current = cycles.find((e) => e.current);
  const open = current?.completed === null ? current : undefined;
  const save = async (...rows: Cycle[]) => {
    // One after the other: a pair has one current cycle at every moment.
    for (const row of rows) await saveEnrollments(db, workspace, [row]);
  };
  const update = (table: string, id: string, set: string, values: unknown[]) =>
    db.pool.query(`update ${table} set ${set} where workspace_id = $1 and id = $2`, [workspace.id, id, ...values]);
  const begin = async (source: Cycle['source']) => {
    if (open) return;
    const next: Cycle = {
      id: newId(),
      user: user.id,
      module: module.id,
      cycle: 1 + Math.max(0, ...cycles.map((e) => e.cycle)),
      current: true,
      assigned: h.moment,
      due: h.until,
      started: null,
      completed: null,
      expires: null,
      active: null,
      progress: 0,
      attempts: 0,
      best: null,
      passed: false,
      source,
      waived: false,
      attested: false,
    };
    if (current) current.current = false;
    world.enrollments.push(next);
    await save(...(current ? [current, next] : [next]));
  };
  const grade = (row: Cycle, best: number) => {
    if (best !== row.best) row.passed = (row.passed && best >= (row.best ?? 0)) || best >= module.passScore;
    row.best = best;
  };

  const happens: Record<(typeof kinds)[number], () => unknown> = {
    assign: () => begin('assignment'),
    library: () => begin('library'),
    start: () => open && save(Object.assign(open, { started: open.started ?? h.moment })),
    tick: () => open && save(Object.assign(open, { progress: h.share, active: h.moment })),
    attempt() {
      if (!open) return;
      open.attempts++;
      grade(open, Math.max(open.best ?? 0, h.share));
      return save(open);
    },
    complete() {
      if (!open || open.waived) return;
      return save(
        Object.assign(open, { started: open.started ?? open.assigned, completed: h.moment, expires: h.until }),
      );
    },
    attest() {
      if (!open || open.waived) return;
      const completed = { started: open.started ?? h.moment, completed: h.moment, expires: h.until };
      return save(Object.assign(open, { ...completed, attested: true }));
    },
    prove: () =>
      current?.attested && save(Object.assign(current, { completed: h.moment, expires: h.until, attested: false })),
    reopen: () =>
      current?.completed != null && save(Object.assign(current, { completed: null, expires: null, attested: false })),
    due: () => open && save(Object.assign(open, { due: h.until })),
    waive: () => open && save(Object.assign(open, { waived: !open.waived })),
    async withdraw() {
      if (!open) return;
      open.current = false;
      const [last] = cycles.filter((e) => e.completed !== null).sort((a, b) => b.cycle - a.cycle);
      if (last) last.current = true;
      await save(...(last ? [open, last] : [open]));
    },
    'take over': () => open && save(Object.assign(open, { source: 'assignment', due: h.until })),
    certify() {
      const done = cycles.filter((e) => e.completed !== null);
      return done.length > 0 && save(Object.assign(at(done, h.cycle), { expires: h.until }));
    },
    move() {
      user.department = h.department === null ? null : at(world.departments, h.department).id;
      return update('users', user.id, 'department_id = $3', [user.department]);
    },
    manage() {
      const before = world.users.slice(0, world.users.indexOf(user)).map(({ id }) => id);
      user.manager = managerAmong(before, h.department);
      return update('users', user.id, 'manager_id = $3, updated_at = now()', [user.manager]);
    },
    activate() {
      user.active = h.active;
      return update('users', user.id, 'is_active = $3', [user.active]);
    },
    module() {
      // Drafts of this world have never been published; the others may come and go.
      if (module.status === 'draft' || h.status === 'draft') return;
      module.status = h.status;
      return update('modules', module.id, 'status = $3, workflow = null', [module.status]);
    },
    'pass score'() {
      module.passScore = h.share;
      return update('modules', module.id, 'pass_score = $3', [module.passScore / 10_000]);
    },
    validity() {
      module.validityDays = h.active ? 365 : null;
      return update('modules', module.id, 'validity_days = $3', [module.validityDays]);
    },
    fold: () => addPendingChangesToRollups({ db, workspace, now: new Date(life.now) }),
    note: () => recordDueTransitions(db, new Date(life.now)),
    rebuild: () => rebuildRollups({ ...life.make.contextOf(workspace), now: new Date(life.now) }),
    clock() {
      life.now = Math.min(Math.max(life.now + h.ahead, NOW - 60 * 24 * HOUR), NOW + 120 * 24 * HOUR);
    },
  };
  await happens[h.kind]();
}
