import { liveTopics } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../../test/database.ts';
import { openPage } from '../../../../test/follow.ts';
import { startTestServer } from '../../../../test/server.ts';
import { sourceOf, startJobsServer, watchJob } from './ai-jobs-fixture.ts';

const { server, providers, person, trainer } = await startJobsServer();

/** Another instance on the same database, which runs no jobs. */
async function anotherInstance() {
  const another = await startTestServer({ databaseUrl: server.databaseUrl, keepOpen: true });
  let open = true;
  const close = async () => {
    if (open) await another.close();
    open = false;
  };
  onTestFinished(close);
  return { ...another, close };
}

const END_LISTENING = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'training-live' and datname = current_database()`;

test('a job is followed to its end over HTTP, step by step, on one stream', async () => {
  const { client, watch } = await trainer();
  // Long enough to see some parts before the next arrives, also on a busy machine.
  providers.setDelay(200);
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(8), count: 8 });
  const followed = watch(id);
  expect(await followed.ended).toBe('complete');
  providers.setDelay(0);
  const last = followed.seen.at(-1);
  expect(last).toMatchObject({ state: 'succeeded', progress: { done: last?.progress.total } });
  expect(last).toEqual(await client.ai.get.query({ id }));
  const done = followed.seen.map(({ progress }) => progress.done);
  expect(done).toEqual([...done].sort((a, b) => a - b));
  expect(new Set(done).size).toBeGreaterThan(2);
  expect(followed.seen.some(({ progress }) => progress.step !== '')).toBe(true);
  expect(followed.connections()).toBe(1);
});

test('the stream is what a browser asks for: a GET with the cookie, the workspace in the address', async () => {
  const { client, cookie, workspace } = await trainer();
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1) });
  const ask = (params: Record<string, string>) => {
    const query = new URLSearchParams({
      input: JSON.stringify({ tab: id, topics: [liveTopics.aiJob(id)] }),
      connectionParams: JSON.stringify(params),
    });
    const headers = { cookie, accept: 'text/event-stream' };
    return fetch(`${server.base}/api/trpc/live.follow?${query.toString()}`, { headers });
  };
  const answer = await ask({ [WORKSPACE_HEADER]: workspace.slug });
  expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(answer.headers.get('cache-control')).toMatch(/no-(cache|store)/);
  const told: string[] = [];
  for await (const block of answer.body!.pipeThrough(new TextDecoderStream())) {
    told.push(block);
    if (told.join('').includes(id)) break;
  }
  expect(told.join('')).toContain(`{"type":"news","changed":["ai_job/${id}"],"lost":[]}`);
  const nowhere = await (await ask({})).text();
  expect(nowhere).toContain('"app_code":"not_a_member"');
  expect(nowhere).toContain(`names no workspace. Send its slug as ${WORKSPACE_HEADER}`);
});

test(
  'a job that runs on one instance is followed on another, over connections that break',
  { tags: ['deep'] },
  async () => {
    const { client, cookie, workspace } = await trainer();
    const another = await anotherInstance();
    const release = providers.hold();
    const { id } = await client.ai.generateCards.mutate({ source: sourceOf(2), count: 4 });
    const followed = watchJob(another.base, { cookie, workspace: workspace.slug }, id);
    await expect.poll(() => followed.seen.at(-1)?.state).toBe('running');
    const beside = await connect(server.databaseUrl);
    expect((await beside.query(END_LISTENING)).rowCount).toBe(2);
    release();
    expect(await followed.ended).toBe('complete');
    expect(followed.seen.at(-1)).toMatchObject({ state: 'succeeded' });
  },
);

test('who is deactivated or loses the role meanwhile gets no more', async () => {
  onTestFinished(providers.hold());
  for (const change of [`is_active = false`, `role = 'learner'`]) {
    const { client, watch, user, workspace } = await trainer();
    const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1) });
    const followed = watch(id);
    await expect.poll(() => followed.seen.at(-1)?.progress.step ?? '').not.toBe('');
    await server.db.pool.query(`update users set ${change} where workspace_id = $1 and id = $2`, [
      workspace.id,
      user.id,
    ]);
    await server.db.pool.query(`update ai_jobs set title = 'Not for their eyes' where id = $1`, [id]);
    await server.db.pool.query(`select pg_notify('live', $1)`, [`${workspace.id}/ai_job/${id}`]);
    expect(await followed.ended).toMatchObject({ status: 403 });
    expect(JSON.stringify(followed.seen)).not.toContain('Not for their eyes');
  }
});

test('the job of another workspace is not there, also for a member of both', async () => {
  const { client, cookie, user } = await trainer();
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1) });
  const elsewhere = await server.make.workspace();
  const department = await server.make.department(elsewhere);
  await server.make.user(elsewhere, { email: user.email, role: 'trainer', departmentId: department.id });
  const followed = watchJob(server.base, { cookie, workspace: elsewhere.slug }, id);
  expect(await followed.ended).toEqual({ code: 'ai_job_not_found', status: 404 });
  const nowhere = watchJob(server.base, { cookie: '', workspace: elsewhere.slug }, id);
  expect(await nowhere.ended).toEqual({ code: 'not_signed_in', status: 401 });
});

test('the list of provider keys is followed too: what is added, rotated and removed', async () => {
  const workspace = await server.make.workspace();
  const { cookie, client } = await person(workspace, 'super_admin');
  const followed = openPage(
    server.base,
    { cookie, workspace: workspace.slug },
    { topics: [liveTopics.providerKeys], read: (page) => page.providerKeys.list.query() },
  );
  onTestFinished(() => followed.stop());
  await expect.poll(() => followed.seen.length).toBe(1);
  const model = followed.seen[0]?.models.deepgram[0]?.id ?? '';
  const own = () => followed.seen.at(-1)?.capabilities[1]?.own;
  const { id } = await client.providerKeys.add.mutate({
    provider: 'deepgram',
    model,
    key: 'good-deepgram-0123456789',
  });
  await expect.poll(() => own()?.model).toBe(model);
  await client.providerKeys.rotate.mutate({ id, version: 1, key: 'good-deepgram-9876543210' });
  await expect.poll(() => own()?.version).toBe(2);
  await client.providerKeys.remove.mutate({ id });
  await expect.poll(own).toBeNull();
});
