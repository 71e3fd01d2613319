import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { MAX_STREAMS_PER_SESSION } from '../../../http/streams/event-streams.ts';
import { recording, sourceOf, startJobsServer, untilJob, watchJob } from './ai-jobs-fixture.ts';

const { server, providers, trainer } = await startJobsServer();

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

test('whoever comes after the end sees it', async () => {
  const { client, watch } = await trainer();
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1) });
  await untilJob(client, id, 'succeeded');
  const followed = watch(id);
  expect(await followed.ended).toBe('complete');
  expect(followed.seen).toMatchObject([{ state: 'succeeded' }]);
});

test('an instance that stops ends its streams at once, and the client goes on elsewhere', async () => {
  const { client, cookie, workspace } = await trainer();
  const another = await anotherInstance();
  const release = providers.hold();
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1) });
  const followed = watchJob(another.base, { cookie, workspace: workspace.slug }, id);
  await expect.poll(() => followed.seen.at(-1)?.state).toBe('running');
  const port = Number(new URL(another.base).port);
  const started = performance.now();
  await another.close();
  expect(performance.now() - started).toBeLessThan(30_000);
  // The client hasn't been told that the stream is complete.
  const connections = followed.connections();
  const next = await startTestServer({
    databaseUrl: server.databaseUrl,
    keepOpen: true,
    env: { PORT: String(port) },
  });
  onTestFinished(() => next.close());
  await expect.poll(followed.connections).toBe(connections + 1);
  release();
  expect(await followed.ended).toBe('complete');
  expect(followed.seen.at(-1)).toMatchObject({ state: 'succeeded' });
});

test('who goes away while following leaves nothing behind', async () => {
  const { client, watch } = await trainer();
  const release = providers.hold();
  const file = await client.ai.upload.mutate(new Blob([recording(3)]));
  const { id } = await client.ai.transcribe.mutate({ file_id: file.id });
  const many = Array.from({ length: MAX_STREAMS_PER_SESSION }, () => watch(id));
  await expect.poll(() => many.every(({ seen }) => seen.length > 0)).toBe(true);
  for (const followed of many) followed.stop();
  release();
  await untilJob(client, id, 'succeeded');
  const again = watch(id);
  expect(await again.ended).toBe('complete');
});
