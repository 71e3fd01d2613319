import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { rebuildRollups } from '../../analytics/rollups/rebuild.ts';
import { verifyRollups } from '../../analytics/rollups/verify.ts';
import { classroomOf, completeAt, completeModule } from '../learning-fixture.ts';
import { readModuleForStudy } from './read-module-for-study.ts';
import { startModule } from './start-module.ts';

const server = await startTestServer();
const { make, db } = server;
const classroom = await classroomOf(server);
const { workspace } = classroom;

/** Somebody whose certificate from the library runs out after the 30th of June. */
async function certified() {
  const learner = await classroom.learner();
  const { id: module_id, cards, questions } = await classroom.module({ validityDays: 60 });
  const first = await completeAt(learner.at('2026-05-01T12:00:00.000Z'), module_id);
  return {
    learner,
    module_id,
    cards,
    questions,
    first,
    start: (now: string) => startModule(learner.at(now), { module_id }),
  };
}

// rules/learning 4
test('a completion stays as it is until its certificate is about to run out', async () => {
  const { first, start } = await certified();
  expect(await start('2026-05-31T23:59:59.999Z')).toMatchObject({ enrollment_id: first, status: 'completed' });
});

// rules/learning 1
test('in its last 30 days it is renewed in a cycle of its own, which keeps the day of the year', async () => {
  const { learner, module_id, first, start } = await certified();
  const now = '2026-06-01T00:00:00.000Z';
  const tabs = await Promise.all([start(now), start(now), start(now)]);
  const second = tabs[0]!.enrollment_id;
  expect(second).not.toBe(first);
  for (const state of tabs) expect(state).toMatchObject({ enrollment_id: second, status: 'in_progress' });
  expect(await readModuleForStudy(learner.at(now), { module_id })).toMatchObject({
    cycle: { enrollment_id: second, cycle: 2, source: 'library' },
    certification: 'due_soon',
    expires_at: '2026-07-01T00:00:00.000Z',
  });
  expect(await classroom.cycle(first)).toMatchObject({ is_current: false, expires_at: '2026-07-01T00:00:00.000Z' });
  expect(await completeAt(learner.at(now), module_id)).toBe(second);
  expect(await classroom.cycle(second)).toMatchObject({ is_current: true, expires_at: '2026-08-30T00:00:00.000Z' });
  expect(await start(now)).toMatchObject({ enrollment_id: second, status: 'completed' });
});

test('one that has run out is done again, and counts from then on', async () => {
  const { learner, module_id, first } = await certified();
  const second = await completeAt(learner.at('2026-07-01T00:00:00.000Z'), module_id);
  expect(second).not.toBe(first);
  expect(await classroom.cycle(second)).toMatchObject({ cycle: 2, expires_at: '2026-08-31T00:00:00.000Z' });
});

// rules/learning 4
test('what counts for ever is not done again', async () => {
  const learner = await classroom.learner();
  const { id: module_id } = await classroom.module();
  const { cycle } = await completeModule(learner.client, module_id);
  const later = await startModule(learner.at('2046-01-01T00:00:00.000Z'), { module_id });
  expect(later).toMatchObject({ enrollment_id: cycle!.enrollment_id, status: 'completed' });
});

// rules/learning 5
test(
  'a certificate stays what it is when its module loses its validity, and is renewed for good',
  { tags: ['deep'] },
  async () => {
    const { learner, module_id, cards, questions, first } = await certified();
    await classroom.revise(module_id, { cards, questions }, { at: '2026-06-02T00:00:00.000Z', validityDays: null });
    const now = learner.at('2026-06-10T00:00:00.000Z');
    const certificate = { certification: 'due_soon', expires_at: '2026-07-01T00:00:00.000Z' };
    expect(await readModuleForStudy(now, { module_id })).toMatchObject(certificate);
    const second = await completeAt(now, module_id);
    expect(second).not.toBe(first);
    const later = learner.at('2030-01-01T00:00:00.000Z');
    expect(await readModuleForStudy(later, { module_id })).toMatchObject({ certification: null, expires_at: null });
    expect(await startModule(later, { module_id })).toMatchObject({ enrollment_id: second, status: 'completed' });
  },
);

// rules/learning 5
test('what counts for ever is current when its module gets a validity', { tags: ['deep'] }, async () => {
  const learner = await classroom.learner();
  const { id: module_id, ...content } = await classroom.module();
  const first = await completeAt(learner.at('2026-05-01T12:00:00.000Z'), module_id);
  await classroom.revise(module_id, content, { at: '2026-06-02T00:00:00.000Z', validityDays: 30 });
  const later = learner.at('2030-01-01T00:00:00.000Z');
  expect(await readModuleForStudy(later, { module_id })).toMatchObject({ certification: 'current', expires_at: null });
  expect(await startModule(later, { module_id })).toMatchObject({ enrollment_id: first, status: 'completed' });
});

test('whoever begins to renew does not disappear from those whose certificate has run out', async () => {
  const learner = await classroom.learner();
  const module = await classroom.module({ validityDays: 10 });
  const past = new Date(Date.now() - 20 * 86_400_000);
  await make.enrollment(workspace, learner.id, module.id, {
    source: 'library',
    assignedAt: past,
    startedAt: past,
    completedAt: past,
    expiresAt: new Date(Date.now() - 86_400_000),
    progress: 1,
  });
  const auditor = await server.as('auditor', workspace);
  const read = async () => (await auditor.analytics.read.query({ module_id: module.id })).recertification;
  const before = await read();
  expect(before).toMatchObject({ expired: 1 });
  await learner.client.learning.start.mutate({ module_id: module.id });
  expect(await read()).toEqual(before);
  const verified = await verifyRollups({ ...make.contextOf(workspace), db, now: new Date() });
  expect(verified).toMatchObject({ wrong_rows: 0, wrong_cells: 0 });
});

// rules/learning 5
test(
  'analytics says of certificates what their holders’ own pages say, whatever becomes of the validity',
  { tags: ['deep'] },
  async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const { id: module_id, ...content } = await classroom.module({ validityDays: 10 });
    const [renewed, once] = [await classroom.learner(), await classroom.learner()];
    await completeAt(renewed.at(ago(20)), module_id);
    await classroom.revise(module_id, content, { at: ago(8), validityDays: null });
    for (const learner of [renewed, once]) await completeAt(learner.at(ago(7)), module_id);
    await classroom.revise(module_id, content, { at: ago(6), validityDays: 10 });
    const auditor = await server.as('auditor', workspace);
    const said = async () => {
      const { learners, recertification } = await auditor.analytics.read.query({ module_id });
      const entry = ({ id }: { id: string }) => learners?.items.find(({ user_id }) => user_id === id)?.modules[0];
      return { recertification: recertification?.by_module[0], renewed: entry(renewed), once: entry(once) };
    };
    const forEver = { certification: 'current', expires_at: null };
    for (const { client } of [renewed, once])
      expect(await client.learning.open.query({ module_id })).toMatchObject(forEver);
    expect(await said()).toMatchObject({
      recertification: { never_certified: 0, current: 2, expired: 0, next_expiry_at: null },
      renewed: forEver,
      once: forEver,
    });
    await rebuildRollups({ ...make.contextOf(workspace), db, now: new Date() });
    expect(await said()).toMatchObject({ recertification: { never_certified: 0, current: 2, expired: 0 } });
    const verified = await verifyRollups({ ...make.contextOf(workspace), db, now: new Date() });
    expect(verified).toMatchObject({ equal: true });
  },
);
