import { expect, test } from 'vitest';
import { AccessTokenCache, type AccessToken } from './access-tokens.ts';

/** Issues token 1, token 2, …, each when it is released. */
function issuer(seconds = 3_600) {
  let issued = 0;
  let gate: PromiseWithResolvers<void> | undefined;
  return {
    issued: () => issued,
    hold: () => (gate = Promise.withResolvers()),
    ask: async (): Promise<AccessToken> => {
      const token = `token ${++issued}`;
      await gate?.promise;
      return { token, seconds };
    },
  };
}

test('twenty who find no token wait for one request', async () => {
  const tokens = new AccessTokenCache();
  const { ask, issued, hold } = issuer();
  const gate = hold();
  const asking = Array.from({ length: 20 }, () => tokens.of('drive 1', ask));
  gate.resolve();
  expect(new Set(await Promise.all(asking))).toEqual(new Set(['token 1']));
  expect(await tokens.of('drive 1', ask)).toBe('token 1');
  expect(issued()).toBe(1);
});

test('one who breaks off takes the token from nobody', async () => {
  const tokens = new AccessTokenCache();
  const { ask, hold } = issuer();
  const gate = hold();
  const reason = new Error('stopped');
  const controller = new AbortController();
  const first = tokens.of('drive 1', ask, controller.signal);
  const second = tokens.of('drive 1', ask);
  controller.abort(reason);
  await expect(first).rejects.toBe(reason);
  gate.resolve();
  expect(await second).toBe('token 1');
});

test('each credential has its own', async () => {
  const tokens = new AccessTokenCache();
  const { ask } = issuer();
  expect(await tokens.of('drive 1, version 1', ask)).toBe('token 1');
  expect(await tokens.of('drive 1, version 2', ask)).toBe('token 2');
});

test('one that was refused is forgotten once, and not the newer one', async () => {
  const tokens = new AccessTokenCache();
  const { ask } = issuer();
  const refused = await tokens.of('drive 1', ask);
  tokens.forget('drive 1', refused);
  const newer = await tokens.of('drive 1', ask);
  tokens.forget('drive 1', refused);
  expect(await tokens.of('drive 1', ask)).toBe(newer);
});

test('one that is over is asked for anew', async () => {
  const tokens = new AccessTokenCache();
  const { ask } = issuer(0);
  expect(await tokens.of('drive 1', ask)).toBe('token 1');
  expect(await tokens.of('drive 1', ask)).toBe('token 2');
});

test('a failure is everybody’s who waits, and nobody’s afterwards', async () => {
  const tokens = new AccessTokenCache();
  const failure = new Error('away');
  const asking = [1, 2].map(() => tokens.of('drive 1', () => Promise.reject(failure)));
  for (const each of asking) await expect(each).rejects.toBe(failure);
  expect(await tokens.of('drive 1', issuer().ask)).toBe('token 1');
});
