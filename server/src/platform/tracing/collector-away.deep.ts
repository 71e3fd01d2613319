import { expect, onTestFinished, test } from 'vitest';
import { startCollector } from '../../../test/collector.ts';
import { freePort } from '../../../test/free-port.ts';
import { startTestServer } from '../../../test/server.ts';
import { startTracing } from './start-tracing.ts';
import { runInSpan, runJobInTrace } from './spans.ts';

const settings = { headers: {}, serviceName: 'test', sampler: 'always_on', ratio: 1 } as const;

/** Records the log's lines. */
function listen() {
  const lines: string[] = [];
  const say = (_fields: object, message: string) => void lines.push(message);
  return { lines, info: say, warn: say };
}

const AWAY = {
  'answers nothing': async () => (await startCollector(() => undefined)).url,
  'is not there': async () => `http://127.0.0.1:${await freePort()}`,
  'refuses everything': async () => (await startCollector((response) => response.writeHead(503).end())).url,
};

// rules/operation 13
test.each(Object.entries(AWAY))(
  'a collector that %s neither fails requests nor makes them wait',
  async (_, addressOf) => {
    const server = await startTestServer({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: await addressOf() } });
    const { call } = await server.api(['users:read']);
    const longest = { ms: 0 };
    // Several times as many spans as may wait.
    for (let round = 0; round < 60; round++) {
      const began = performance.now();
      const answers = await Promise.all(Array.from({ length: 40 }, () => call('GET', '/api/v1/users')));
      longest.ms = Math.max(longest.ms, performance.now() - began);
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    }
    // An attempt at the collector takes five seconds until it is given up.
    expect(longest.ms).toBeLessThan(4_000);
  },
);

// rules/operation 13
test('spans that wait are bounded, and an outage is logged once, as is its end', async () => {
  let isAway = true;
  const collector = await startCollector((response) =>
    response.writeHead(isAway ? 400 : 200, { 'content-type': 'application/json' }).end('{}'),
  );
  const log = listen();
  const stop = startTracing({ ...settings, url: `${collector.url}/v1/traces` }, log);
  onTestFinished(stop);
  const spans = (count: number) =>
    runJobInTrace('job', async () => {
      for (let n = 0; n < count; n++) await runInSpan('step', {}, () => Promise.resolve());
    });
  await spans(10);
  await expect.poll(() => log.lines).toEqual(['The collector takes no traces; they are dropped']);
  await spans(10);
  await expect.poll(() => collector.bodies.length).toBe(2);
  isAway = false;
  await spans(10);
  await expect.poll(() => log.lines.at(1)).toBe('The collector takes traces again');
  expect(log.lines).toHaveLength(2);
  const before = collector.spans().length;
  // All of it without a pause in which anything could be sent.
  await spans(10_000);
  await stop();
  const sent = collector.spans().length - before;
  expect(sent).toBeGreaterThan(500);
  expect(sent).toBeLessThanOrEqual(2_048 + 512);
});

test('a server that stops sends what waits, and does not wait for a collector that hangs', async () => {
  const taking = await startCollector();
  const stop = startTracing({ ...settings, url: `${taking.url}/v1/traces` }, listen());
  await runJobInTrace('last job', () => Promise.resolve());
  await stop();
  expect(taking.spans().map(({ name }) => name)).toEqual(['last job']);

  const hanging = await startCollector(() => undefined);
  const stopHanging = startTracing({ ...settings, url: `${hanging.url}/v1/traces` }, listen());
  await runJobInTrace('last job', () => Promise.resolve());
  const began = performance.now();
  await stopHanging();
  expect(performance.now() - began).toBeLessThan(3_000);
});

test('where nothing is recorded, work runs as it is, in no context', async () => {
  const given: unknown[] = [];
  const work = (...all: unknown[]) => {
    given.push(all.length);
    return Promise.resolve('done');
  };
  const promise = Promise.resolve('same');
  expect(runInSpan('step', {}, () => promise)).toBe(promise);
  expect(runJobInTrace('job', () => promise)).toBe(promise);
  expect(await runInSpan('step', {}, work)).toBe('done');
});
