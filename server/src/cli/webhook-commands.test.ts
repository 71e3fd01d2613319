import { expect, test } from 'vitest';
import { startTestServer } from '../../test/server.ts';
import { commandsWith } from '../../test/wtp.ts';
import { LOCAL, KEYS, startReceiver, verify } from '../features/webhooks/delivery/delivery-fixture.ts';
import { webhookMaker } from '../features/webhooks/endpoints/stored-webhooks-fixture.ts';
import { newId } from '../platform/ids.ts';

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);

/** Server without jobs, so everything the receiver gets was sent by the commands. */
const server = await startTestServer({ env: LOCAL });
const { make } = server;
const receiver = await startReceiver();
const stored = webhookMaker(server.db);
const { json, wtp, failure } = commandsWith({ DATABASE_URL: server.databaseUrl, ...LOCAL, ...KEYS });
let made = 0;

async function added() {
  const workspace = await make.workspace();
  const name = `cli-${++made}`;
  const url = receiver.addressOf(name);
  const words = [
    'webhook',
    'add',
    '--workspace',
    workspace.slug,
    '--url',
    url,
    '--types',
    'user.created,token.revoked',
  ];
  const { id, secret, ...rest } = (await json(words)) as { id: string; secret: string };
  return { workspace, name, url, id, secret, rest, got: () => receiver.of(name) };
}

// rules/webhooks 2
test('a webhook is added, listed, tested and removed, by ids alone', async () => {
  const { workspace, url, id, secret, rest, got } = await added();
  expect([id, secret]).toEqual([UUID, expect.stringMatching(/^whsec_/)]);
  expect(rest).toMatchObject({ state: 'on', test: { delivered: true, status: 204 } });
  verify(secret, got()[0]!);
  const { endpoints } = (await json(['webhook', 'list', '--workspace', workspace.slug])) as { endpoints: object[] };
  expect(endpoints).toMatchObject([{ id, url, types: ['user.created', 'token.revoked'], state: 'on' }]);
  const tested = await json(['webhook', 'test', '--id', id]);
  expect(tested).toMatchObject({ delivery_id: got()[1]!.id, status: 204, delivered: true });
  expect(await json(['webhook', 'attempts', '--id', id])).toEqual({
    attempts: got()
      .map((request) => ({
        delivery_id: request.id,
        type: 'endpoint.test',
        n: 1,
        at: TIME,
        status: 204,
        duration_ms: expect.any(Number),
        error: null,
        response: null,
      }))
      .toReversed(),
  });
  expect((await wtp(['webhook', 'list', '--workspace', workspace.slug])).stdout).toContain(`${id}  on  ${url}`);
  expect(await json(['webhook', 'remove', '--id', id])).toEqual({ id, removed_at: TIME });
  expect(await json(['webhook', 'list', '--workspace', workspace.slug])).toEqual({ endpoints: [] });
  expect(await failure(['webhook', 'remove', '--id', id])).toBe(
    `There is no webhook ${id}; “webhook list” shows the ids.`,
  );
});

test('one that does not take its test says so, and what to do', async () => {
  const { id, name } = await added();
  receiver.answer(name, (_, response) => response.writeHead(500).end('Out of order'));
  expect(await json(['webhook', 'off', '--id', id])).toMatchObject({ id, state: 'off' });
  expect(await json(['webhook', 'test', '--id', id])).toMatchObject({ status: 500, response: 'Out of order' });
  expect(await failure(['webhook', 'on', '--id', id])).toContain('It answered 500.');
  receiver.answer(name);
  expect((await wtp(['webhook', 'on', '--id', id])).stdout).toContain(`${id}  on`);
});

test('all since a moment is replayed, and told how much', async () => {
  const { workspace, id } = await added();
  for (const at of ['2026-11-01', '2026-11-02', '2026-11-03']) {
    await stored.delivery(workspace, { id }, { at: new Date(at), state: at === '2026-11-02' ? 'held' : 'delivered' });
  }
  expect(await json(['webhook', 'replay', '--id', id, '--since', '2026-11-02'])).toEqual({ replayed: 2 });
  expect(await json(['webhook', 'replay', '--id', id, '--since', '2026-11-02T00:00:00Z'])).toEqual({ replayed: 0 });
});

test('what is wrong is said by the option that it concerns', async () => {
  const { slug } = await make.workspace();
  const add = (url: string, types: string) =>
    failure(['webhook', 'add', '--workspace', slug, '--url', url, '--types', types]);
  expect(await add('http://10.0.0.1/', 'user.created')).toMatch(
    /^--url: Leads to 10\.0\.0\.1, which is not on the internet/,
  );
  expect(await add('hr.example.com', 'user.created')).toMatch(/^--url: Must be a whole link/);
  expect(await add('https://hr.example.com/', 'user.made')).toMatch(/^--types: Must be one of module\.submitted, /);
  expect(await failure(['webhook', 'replay', '--id', newId(), '--since', 'yesterday'])).toMatch(
    /^--since: Must be a date/,
  );
  expect(await failure(['webhook', 'test', '--id', 'x'])).toMatch(/^--id: Must be a UUID/);
});
