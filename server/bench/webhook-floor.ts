// The floor of deliveries, as a process of its own: a bare loop that signs and posts, so many at once, and keeps
// nothing.
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';

export type FloorOrder = { port: number; deliveries: number; endpoints: number; atOnce: number; data: string };

process.on('message', (order: FloorOrder) => {
  void run(order).then((seconds) => process.send?.(seconds));
});

/** Answers how many seconds it took. */
async function run({ port, deliveries, endpoints, atOnce, data }: FloorOrder): Promise<number> {
  const agent = new http.Agent({ keepAlive: true });
  const key = randomBytes(32);
  let next = 0;
  const work = async () => {
    while (next < deliveries) {
      const n = next++;
      const id = randomUUID();
      const timestamp = Math.floor(Date.now() / 1000).toString();
      const body = `{"type":"token.revoked","timestamp":"${new Date().toISOString()}","sequence":${n},"data":${data}}`;
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      };
      await post(new URL(`http://127.0.0.1:${port}/${n % endpoints}`), headers, body, agent);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return seconds;
}

function post(url: URL, headers: Record<string, string>, body: string, agent: http.Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.on('end', resolve);
    });
    request.on('error', reject);
    request.end(body);
  });
}
