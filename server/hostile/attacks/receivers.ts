import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { quantile } from '../sample.ts';
import { call } from '../call.ts';
import { type Attack, type AttackPlan, repeat } from './attack.ts';

const Event = z.object({ type: z.string(), timestamp: z.iso.datetime() });

/** One request of the server; `waited` is how long after its event it came, and both times are in milliseconds. */
type Arrival = { path: string; event: string; at: number; waited: number };

/** Endpoints of one receiver, which takes tests and answers events as the attack likes. */
async function startReceiver(answer: (path: string, response: ServerResponse) => void, signal: AbortSignal) {
  const arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? '';
      const { type, timestamp } = Event.parse(JSON.parse(body));
      if (type === 'endpoint.test') return void response.writeHead(204).end();
      const at = performance.now();
      const waited = Date.now() - Date.parse(timestamp);
      arrivals.push({ path, event: String(request.headers['webhook-id']), at, waited });
      return answer(path, response);
    }, ignore);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  signal.addEventListener('abort', () => {
    server.closeAllConnections();
    server.close();
  });
  // A listening TCP server's address is never a path.
  const { port } = server.address() as AddressInfo;
  return { arrivals, addressOf: (path: string) => `http://127.0.0.1:${port}${path}` };
}

const ignore = () => undefined;

/** Adds a webhook to each address, as often as the server has it tried; answers how many are there. */
async function addWebhooks({ target }: AttackPlan, urls: string[], signal: AbortSignal): Promise<number> {
  const { bases, tenant } = target;
  let added = 0;
  for (const url of urls) {
    const body = { url, types: ['user.created'] };
    for (let status = 0; status !== 200 && !signal.aborted;) {
      ({ status } = await call(bases, { tenant, who: 'admin', path: '/api/trpc/webhooks.add', body, signal }));
      if (status === 200) added++;
      else await sleep(200);
    }
  }
  return added;
}

let created = 0;

/** Creates people until `signal`, each of whom is an event. */
const createPeople = ({ target: { bases, tenant } }: AttackPlan, signal: AbortSignal) =>
  repeat(1, signal, async () => {
    const body = { email: `heard-${process.pid}-${++created}@noisy.example`, full_name: 'Noise' };
    const { status } = await call(bases, { tenant, who: 'token', path: '/api/v1/users', body, signal });
    await sleep(200);
    return status;
  });

/** Nothing is sent to a receiver again sooner, whatever it asks for, in milliseconds. */
const LEAST_PAUSE = 4_500;

/** Receivers that answer 429 and want each event at once, or at a time that is none. */
export const eagerReceivers: Attack = {
  name: 'webhooks that answer 429 and Retry-After: 0, or junk',
  async run(plan, signal) {
    const asked = ['0', '00', 'soon 1', '-1', '1.5', 'Thu, 01 Jan 1970 00:00:00 GMT', '2000'];
    const answer = (path: string, response: ServerResponse) =>
      void response.writeHead(429, { 'retry-after': asked[Number(path.slice(1))] ?? '0' }).end();
    const { arrivals, addressOf } = await startReceiver(answer, signal);
    await addWebhooks(
      plan,
      asked.map((_, n) => addressOf(`/${n}`)),
      signal,
    );
    const tally = await createPeople(plan, signal);
    const last = new Map<string, number>();
    let early = 0;
    for (const { path, event, at } of arrivals) {
      const before = last.get(`${path} ${event}`);
      if (before !== undefined && at - before < LEAST_PAUSE) early++;
      last.set(`${path} ${event}`, at);
    }
    const failures = early > 0 ? [`${early} of ${arrivals.length} requests to webhooks came again within 5 s`] : [];
    return { ...tally, failures };
  },
};

/** What others wait for those that hang, at the 95th percentile, in milliseconds, on a machine that is quiet. */
const LONGEST_WAIT = 1_000;

/** Receivers that take each request and never answer, beside some of the same workspace that do. */
export const hangingReceivers: Attack = {
  name: 'webhooks that take requests and never answer',
  async run(plan, signal) {
    const answer = (path: string, response: ServerResponse) => {
      if (path !== '/hangs') response.writeHead(204).end();
    };
    const { arrivals, addressOf } = await startReceiver(answer, signal);
    const hanging = Array.from({ length: 20 }, () => addressOf('/hangs'));
    await addWebhooks(plan, [...Array.from({ length: 5 }, () => addressOf('/answers')), ...hanging], signal);
    const from = arrivals.length;
    const tally = await createPeople(plan, signal);
    const waits = arrivals.slice(from).flatMap(({ path, waited }) => (path === '/answers' ? [waited] : []));
    const p95 = waits.length > 0 ? quantile(waits, 0.95) : 0;
    const late = p95 > LONGEST_WAIT ? [`webhooks beside those that hang waited ${Math.round(p95)} ms at p95`] : [];
    return { ...tally, late };
  },
};
