import { expect, test } from 'vitest';
import { startTestServer } from '../../test/server.ts';

/** Returns the address shown on the settings page for the last use of a token through a proxy on this machine. */
async function addressSeen(env: Record<string, string>): Promise<string | undefined> {
  const server = await startTestServer({ env });
  const { workspace, token, call } = await server.api(['users:read']);
  const headers = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' };
  expect((await call('GET', '/api/v1/users', undefined, headers)).status).toBe(200);
  const admin = await server.as('super_admin', workspace);
  const lastUse = async () => (await admin.tokens.list.query()).tokens.find(({ id }) => id === token.id)?.last_used;
  await expect.poll(lastUse).toBeTruthy();
  return (await lastUse())?.ip ?? undefined;
}

test('nobody is believed who says for whom they ask, unless TRUST_PROXY names them', async () => {
  expect(await addressSeen({})).toBe('127.0.0.1');
  expect(await addressSeen({ TRUST_PROXY: '10.0.0.0/8' })).toBe('127.0.0.1');
});

test('a proxy that TRUST_PROXY names is believed, and nobody before it', async () => {
  expect(await addressSeen({ TRUST_PROXY: 'loopback' })).toBe('203.0.113.7');
  expect(await addressSeen({ TRUST_PROXY: '127.0.0.0/8, 203.0.113.7' })).toBe('198.51.100.9');
});
