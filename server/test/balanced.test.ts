import { once } from 'node:events';
import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { balanced } from '../hostile/call.ts';

/** Something that answers everything, at an address of its own. */
async function listener() {
  const server = http.createServer((_request, response) => response.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(stop);
  return { base: `http://127.0.0.1:${port}`, stop };
}

test('the campaign’s balancer lets no call go while an instance listens, however many calls take turns', async () => {
  const instances = [await listener(), await listener(), await listener()];
  instances[2]!.stop();
  const bases = instances.map(({ base }) => base);
  const asked = Array.from({ length: 100 }, () => balanced(bases, (base) => fetch(base)));
  const lost = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
  expect(lost).toEqual([]);
});
