import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freshDatabaseUrl } from '../database.ts';
import { buildImage, installImageTools } from './build-image.ts';
import { freePort } from '../free-port.ts';
import { type Container, podmanRun, startByChroot, startByPodman, whyNoPodman } from './run-image.ts';

/** Bytes, compressed. */
const LARGEST = 300_000_000;

/** Milliseconds that Docker leaves by default, the shortest of all. */
const STOPPED_WITHIN = 10_000;

const started = performance.now();
const reason = installImageTools();
const image = reason === undefined ? await buildImage() : undefined;
const seconds = Math.round((performance.now() - started) / 1000);
afterAll(() => image?.close());
const noPodman = image ? whyNoPodman(image) : reason;

describe.skipIf(!image)(`the image${reason ? ` (${reason})` : `, built in ${seconds} s`}`, () => {
  test('is small', async () => {
    const compressed = await image!.compressedBytes();
    const megabytes = [image!.bytes, compressed].map((bytes) => (bytes / 1e6).toFixed(1));
    console.log(`The image has ${megabytes.join(' MB, and ')} compressed by gzip.`);
    expect(compressed).toBeLessThan(LARGEST);
  });

  test.skipIf(noPodman)('says what it needs where it has no database', () => {
    const { status, stderr } = podmanRun(image!, ['--rm', '--no-healthcheck', '--env=SMTP_URL=smtp://m', image!.name]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('set DATABASE_URL to one of') });
  });
});

describe.each([
  { by: 'podman', why: noPodman, start: startByPodman },
  { by: 'unshare and chroot', why: reason, start: startByChroot },
])('a container run by $by', ({ why, start }) => {
  describe.skipIf(why)(why ? `(${why})` : 'on a real PostgreSQL', () => {
    let container: Container;
    let origin: string;
    let databaseUrl: string;
    const shell = (text: string) => container.exec(['sh', '-c', text]);
    const api = (address: string, init?: RequestInit) => fetch(`${origin}${address}`, init);
    const wtp = (words: string) => {
      const { status, stdout, stderr } = container.exec(['wtp', ...words.split(' '), '--json']);
      expect(status, stderr).toBe(0);
      return JSON.parse(stdout) as Record<string, string>;
    };

    beforeAll(async () => {
      databaseUrl = await freshDatabaseUrl({ empty: true });
      const { host, database } = new pg.Client({ connectionString: databaseUrl });
      const port = await freePort();
      origin = `http://127.0.0.1:${port}`;
      const env = {
        DATABASE_URL: `postgresql://app@/${database}?host=/mnt`,
        PUBLIC_URL: origin,
        // Nobody listens there.
        SMTP_URL: 'smtp://127.0.0.1:1',
      };
      container = await start(image!, { env, port, socket: `${host}/.s.PGSQL.5432` });
      await expectReady();
    });

    afterAll(async () => void (await container?.stop()));

    async function expectReady(): Promise<void> {
      const deadline = performance.now() + 120_000;
      while ((await api('/readyz').catch(() => undefined))?.status !== 200) {
        if (performance.now() > deadline) throw new Error(`the server is not ready: ${container.log()}`);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    }

    test('serves the console, signs a person in, and answers REST', async () => {
      const page = await (await api('/')).text();
      const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
      expect((await api(script!)).status).toBe(200);

      const invited = 'user invite --workspace demo --email image@example.com --full-name Image --role super_admin';
      const token = new URL(wtp(invited)['sign_in_url']!).searchParams.get('token');
      const signedIn = await api('/api/auth-link', {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify({ token }),
      });
      expect(await signedIn.json()).toEqual({ workspaces: ['demo'] });
      const cookie = signedIn.headers
        .getSetCookie()
        .map((each) => each.split(';', 1)[0])
        .join('; ');

      const issued = wtp('token create --workspace demo --name image --scopes users:read');
      const people = await api('/api/v1/users', { headers: { authorization: `Bearer ${issued['token']}` } });
      expect(await people.json()).toMatchObject({ users: expect.arrayContaining([expect.anything()]) });

      // Fonts and programs that are not in the bundle.
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const { rows } = await client.query('select id from enrollments where completed_at is not null limit 1');
      await client.end();
      const certificate = await api(`/api/workspaces/demo/certificates/${rows[0].id}`, { headers: { cookie } });
      expect([certificate.status, certificate.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    });

    test('runs as a numbered user without privileges, with its program as the first process', () => {
      expect(shell('id -u; id -g').stdout).toBe('10001\n10001\n');
      const status = shell('cat /proc/1/status').stdout;
      expect(status).toMatch(/^Uid:\t10001\t/m);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      expect(shell(`tr '\\0' ' ' < /proc/1/cmdline`).stdout).toBe(
        'node --max-semi-space-size=4 --max-old-space-size=512 server/dist/main.js ',
      );
    });

    test('can write its data folder and /tmp, and nothing else', () => {
      for (const place of ['/', '/etc', '/opt/training', '/opt/training/server/dist', '/usr/local/bin']) {
        expect(shell(`touch ${place}/written`)).toMatchObject({
          status: 1,
          stderr: expect.stringContaining('Read-only'),
        });
      }
      for (const place of ['/tmp', '/var/lib/training']) expect(shell(`touch ${place}/written`).status).toBe(0);
      wtp('webhook add --workspace demo --url https://hooks.example.com/x --types user.created');
      expect(shell('stat -c "%a %u" /var/lib/training/keyring.json').stdout).toBe('600 10001\n');
    });

    test('has no compiler, no package manager of Node, and no PostgreSQL', () => {
      const found = (programs: string) => shell(`for each in ${programs}; do command -v $each; done`).stdout;
      expect(found('node wtp')).toBe('/usr/local/bin/node\n/usr/local/bin/wtp\n');
      expect(found('cc gcc g++ c++ clang make ld as python3 npm npx pnpm yarn')).toBe('');
      expect(shell('find / -xdev -type f \\( -name initdb -o -name postgres -o -name pg_ctl \\)').stdout).toBe('');
    });

    test('is healthy while it answers, and unhealthy while it hangs', () => {
      expect(container.health()).toBe(0);
      container.signal('SIGSTOP');
      try {
        expect(container.health()).toBe(1);
      } finally {
        container.signal('SIGCONT');
      }
      expect(container.health()).toBe(0);
    });

    test('tells its operator how it is', () => {
      const { status, stdout } = container.exec(['wtp', 'doctor']);
      // There is no mail server, and that is all that is wrong.
      expect(stdout.match(/^WRONG +\S+/gm), stdout).toEqual([expect.stringMatching(/mail$/)]);
      expect(status).toBe(1);
    });

    test('stops in time when it is asked to, with exit code 0', async () => {
      const asked = performance.now();
      expect(await container.stop()).toBe(0);
      expect(performance.now() - asked).toBeLessThan(STOPPED_WITHIN);
    });
  });
});
