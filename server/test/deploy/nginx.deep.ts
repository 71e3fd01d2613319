import { createTRPCClient, httpLink } from '@trpc/client';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { request as requestByTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { liveTopics } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSignInUrl } from '../../src/auth/sign-in/sign-in-link.ts';
import type { AppRouter } from '../../src/app/router.ts';
import { startCollector } from '../collector.ts';
import { freshDatabaseUrl } from '../database.ts';
import { openPage } from '../follow.ts';
import type { TestWorkspace } from '../make.ts';
import { startTestServer } from '../server.ts';
import { lacking } from './deploy-page.ts';
import { install, type Installation } from './installation.ts';

const missing = lacking({ nginx: 'nginx', openssl: 'openssl', 'systemd-socket-activate': 'systemd' });
const FILE = 'application/octet-stream';
const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

describe.skipIf(missing)(`behind nginx, as the page has it${missing ? ` (${missing})` : ''}`, async () => {
  const url = await freshDatabaseUrl();
  /** On the same database, to make what the tests need. */
  const beside = await startTestServer({ databaseUrl: url });
  const workspace = await beside.make.workspace();
  const collector = await startCollector();
  let site: Installation;
  const { NODE_TLS_REJECT_UNAUTHORIZED: verifying } = process.env;

  beforeAll(async () => {
    // The certificate is made for the moment.
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    site = await install(url, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await site.start('one');
  });
  afterAll(async () => {
    await site.close();
    if (verifying === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = verifying;
  });

  async function signedIn(of: TestWorkspace) {
    const department = await beside.make.department(of);
    const user = await beside.make.user(of, { role: 'trainer', departmentId: department.id });
    const link = new URL(await createSignInUrl(beside.db, user.email, { publicUrl: site.origin, minutes: 5 }));
    const body = JSON.stringify({ token: link.searchParams.get('token') });
    const headers = { 'content-type': 'application/json', origin: site.origin };
    const answer = await fetch(`${site.origin}/api/auth-link`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ');
    const own = { origin: site.origin, cookie, [WORKSPACE_HEADER]: of.slug };
    const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: `${site.origin}/api/trpc`, headers: own })] });
    const course = await client.courses.create.mutate({ title: 'Driving forklifts', emoji: '🚜' });
    const module = await client.modules.create.mutate({ course_id: course.id, title: 'Brakes' });
    const rename = async (title: string) => {
      const { settings_version } = await client.modules.get.query({ id: module.id });
      await client.modules.update.mutate({ id: module.id, settings_version, title });
    };
    const visitor = { cookie, workspace: of.slug };
    const watch = () =>
      openPage(site.origin, visitor, {
        topics: [liveTopics.module(module.id)],
        read: (page) => page.modules.get.query({ id: module.id }),
      });
    return { own, client, rename, watch };
  }

  test('a change reaches who follows a stream while the stream goes on', async () => {
    const { rename, watch } = await signedIn(workspace);
    const watching = watch();
    await expect.poll(() => watching.seen.length).toBe(1);
    for (const [n, title] of ['First', 'Second'].entries()) {
      await rename(title);
      await expect.poll(() => watching.seen.length).toBe(n + 2);
    }
    expect(watching.connections()).toBe(1);
    watching.stop();
  });

  /** A request for a sign-in link from an address of this machine. */
  async function askFrom(localAddress: string, headers: Record<string, string> = {}): Promise<number | undefined> {
    const asking = requestByTls(`${site.origin}/api/auth/sign-in/magic-link`, {
      method: 'POST',
      localAddress,
      headers: { 'content-type': 'application/json', origin: site.origin, ...headers },
    });
    asking.end(JSON.stringify({ email: 'nobody@example.com' }));
    const [answer]: IncomingMessage[] = await once(asking, 'response');
    await text(answer!);
    return answer!.statusCode;
  }

  test('each client has its own address and its own limit, whatever it says of itself', async () => {
    let last: number | undefined;
    for (let n = 0; n < 100 && last !== 429; n++) last = await askFrom('127.0.0.2');
    expect(last).toBe(429);
    expect(await askFrom('127.0.0.2', { 'x-forwarded-for': '198.51.100.9', forwarded: 'for=198.51.100.9' })).toBe(429);
    expect(await askFrom('127.0.0.3')).toBe(200);
    await expect.poll(() => site.logOf('one')).toContain('"ip":"127.0.0.3"');
    expect(site.logOf('one')).not.toContain('198.51.100.9');
  });

  test('a body a little over the limit reads why; far over it, nginx lets none of it through', async () => {
    const { token } = await beside.api(['users:write'], workspace);
    const { own } = await signedIn(workspace);
    const json = { 'content-type': 'application/json' };
    const routes = [
      ['/api/v1/users', { authorization: `Bearer ${token.token}`, ...json }, 1.5 * MEBIBYTE, 3 * MEBIBYTE],
      ['/api/trpc/courses.create', { ...own, ...json }, 6.5 * MEBIBYTE, 8 * MEBIBYTE],
      ['/api/trpc/ai.upload', { ...own, 'content-type': FILE }, 21 * MEBIBYTE, 25 * MEBIBYTE],
      ['/api/trpc/grading.uploadRecording', { ...own, 'content-type': FILE }, 11 * MEBIBYTE, 13 * MEBIBYTE],
      ['/api/trpc/attested.upload', { ...own, 'content-type': FILE }, 11 * MEBIBYTE, 13 * MEBIBYTE],
      ['/api/auth-link', { origin: site.origin, ...json }, 100 * KIBIBYTE, 200 * KIBIBYTE],
    ] as const;
    for (const [path, headers, over, farOver] of routes) {
      const send = async (bytes: number) => {
        const answer = await fetch(`${site.origin}${path}`, { method: 'POST', headers, body: 'x'.repeat(bytes) });
        return {
          status: answer.status,
          type: answer.headers.get('content-type')?.split(';', 1)[0],
          words: await answer.text(),
        };
      };
      const refused = await send(over);
      expect(refused.status, path).toBe(413);
      expect(refused.type, path).toMatch(/json$/);
      const logged = () => site.logOf('one').split(`"url":"${path}","status":413`).length - 1;
      const marked = () => site.logOf('one').split('"url":"/healthz"').length;
      await expect.poll(logged, { message: path }).toBe(1);
      const marks = marked();
      expect(await send(farOver), path).toMatchObject({
        status: 413,
        type: 'text/html',
        words: expect.stringContaining('nginx'),
      });
      // What is asked later is logged later.
      await fetch(`${site.origin}/healthz`);
      await expect.poll(marked).toBeGreaterThan(marks);
      expect(logged(), path).toBe(1);
    }
  });

  test('metrics are for this machine alone', async () => {
    expect((await fetch(`${site.origin}/metrics`)).status).toBe(404);
    const asking = request(`http://127.0.0.1:${site.port}/metrics`).end();
    const [answer]: IncomingMessage[] = await once(asking, 'response');
    expect(await text(answer!)).toContain('http_request_duration_seconds');
  });

  // rules/operation 13
  test('a stranger neither continues a trace nor keeps a request out of one', async () => {
    const traceId = 'ab'.repeat(16);
    for (const flags of ['00', '01']) {
      const headers = { traceparent: `00-${traceId}-${'cd'.repeat(8)}-${flags}`, tracestate: 'theirs=1' };
      const answer = await fetch(`${site.origin}/api/v1/users`, { headers });
      const id = answer.headers.get('x-request-id');
      const ids = () => collector.spans().map(({ attributes }) => attributes['training.request.id']);
      await expect.poll(ids, { message: flags }).toContain(id);
    }
    expect(collector.spansOf(traceId)).toEqual([]);
  });

  test('who asks while the only instance restarts waits, and is answered', async () => {
    await site.stop('one');
    const waiting = Array.from({ length: 20 }, () => fetch(`${site.origin}/readyz`).then(({ status }) => status));
    await site.start('one');
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  });

  // rules/operation 10
  test('two instances restart one after the other under load: no request fails, and streams go on', async () => {
    await site.start('two');
    const { rename, watch, client } = await signedIn(workspace);
    const { token } = await beside.api(['users:read', 'users:write'], workspace);
    const watchers = Array.from({ length: 5 }, watch);
    const headers = { authorization: `Bearer ${token.token}`, 'content-type': 'application/json' };
    const made: string[] = [];
    const failed: unknown[] = [];
    let running = true;
    let answered = 0;
    const load = Array.from({ length: 6 }, async (_, worker) => {
      for (let n = 0; running; n++) {
        const email = `load-${worker}-${n}@example.com`;
        const body = JSON.stringify({ email, full_name: 'Load' });
        try {
          const { status } = await fetch(`${site.origin}/api/v1/users`, { method: 'POST', headers, body });
          if (status === 201) made.push(email);
          else failed.push(status);
          const page = await fetch(`${site.origin}/api/v1/users?limit=1`, { headers });
          await page.text();
          if (page.status !== 200) failed.push(page.status);
          await client.courses.list.query({});
          answered += 3;
        } catch (error) {
          failed.push(error);
        }
      }
    });
    for (const name of ['one', 'two', 'one', 'two']) {
      const before = answered;
      await site.stop(name);
      await site.start(name);
      await expect.poll(() => answered).toBeGreaterThan(before + 60);
    }
    running = false;
    await Promise.all(load);
    expect(failed).toEqual([]);
    const seen = watchers.map((watching) => watching.seen.length);
    await rename('After the restart');
    for (const [n, watching] of watchers.entries()) {
      await expect.poll(() => watching.seen.length).toBeGreaterThan(seen[n]!);
      watching.stop();
    }
    const { rows } = await beside.db.pool.query<{ n: number }>(
      'select count(*)::int as n from users where workspace_id = $1 and email = any($2)',
      [workspace.id, made],
    );
    expect(rows[0]!.n).toBe(made.length);
    expect(site.nginxErrors()).not.toMatch(/upstream|refused|reset/);
  });
});
