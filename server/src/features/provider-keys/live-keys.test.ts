import { liveTopics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../../test/follow.ts';
import { newKey, startKeyServer } from '../../../test/key-server.ts';

const server = await startKeyServer();
const { make, standIn } = server;

test('who looks at the provider keys is told of whatever becomes of one', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const visitor = { cookie: await server.signIn(email), workspace: workspace.slug };
  const page = openPage(server.base, visitor, {
    topics: [liveTopics.providerKeys],
    read: (client) => client.providerKeys.list.query(),
  });
  onTestFinished(() => page.stop());
  await expect.poll(() => page.told.length).toBe(1);
  const key = server.keyFor('good');
  const shown = async () => (await admin.providerKeys.list.query()).capabilities[0]!.own!;
  const changes = {
    added: () => admin.providerKeys.add.mutate(newKey('openai', key)),
    async 'found failing by a call'() {
      standIn.setScenario(key, 'bad');
      await expect(server.generate(workspace)).rejects.toThrow();
      expect((await shown()).failing_since).not.toBeNull();
    },
    async 'recovered by a call'() {
      standIn.setScenario(key, undefined);
      await server.generate(workspace);
      expect((await shown()).failing_since).toBeNull();
    },
    tested: async () => admin.providerKeys.test.mutate({ id: (await shown()).id }),
    rotated: async () =>
      admin.providerKeys.rotate.mutate({ id: (await shown()).id, version: 1, key: server.keyFor('good') }),
    removed: async () => admin.providerKeys.remove.mutate({ id: (await shown()).id }),
  };
  for (const [name, change] of Object.entries(changes)) {
    const before = page.told.length;
    await change();
    await expect.poll(() => page.told.length, { message: name }).toBe(before + 1);
  }
});
