import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { adapted, lacking, writeScript } from './deploy-page.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '../../..');
const PAGE = readFileSync(path.join(CHECKOUT, 'docs/operate/deploy.md'), 'utf8');

/** The commands of the page that begin with these words, as it has them. */
function commandsOf(start: string): string[] {
  const found = PAGE.split('\n').filter((line) => line.startsWith(start));
  expect(found, start).not.toEqual([]);
  return found.map((line) => line.replace(/ {2,}#.*$/, ''));
}

const isRoot = process.getuid?.() === 0;
const missing = lacking({ createdb: 'postgresql-client', runuser: 'util-linux' });
const reason = missing ?? (isRoot ? undefined : 'needs root, as the page has it');

describe.skipIf(reason)(`the database and the operator’s commands${reason ? ` (${reason})` : ''}`, () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-steps-'));
  const { host, port, user = '' } = new pg.Client({ connectionString: inject('postgresUrl') });
  const role = `training_${process.pid}`;
  const asked = { PATH: process.env['PATH'], PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: 'postgres' };
  const shell = (text: string) => execFileSync('sh', ['-c', text], { env: asked, encoding: 'utf8' });
  afterAll(() => {
    shell(`dropdb --if-exists --force ${role}; dropuser --if-exists ${role}`);
    rmSync(folder, { recursive: true, force: true });
  });

  test('made as the page has it, a role without privileges owns an empty database, which commands fill and judge', () => {
    for (const command of commandsOf('runuser -u postgres -- ')) {
      shell(command.replace('runuser -u postgres -- ', '').replaceAll('training', role));
    }
    const url = `postgresql://${role}@/${role}?host=${encodeURIComponent(host)}&port=${port}`;
    const data = path.join(folder, 'data');
    mkdirSync(data);
    const settings = path.join(folder, 'env');
    const quoted = {
      'postgresql://training@/training?host=/var/run/postgresql': url,
      '/var/lib/training': data,
      'smtps://training:password@mail.example.com': 'smtp://127.0.0.1:1',
    };
    writeFileSync(settings, adapted('/etc/training/env', quoted));
    const here = { '/etc/training/env': settings, '/opt/training': CHECKOUT, 'runuser -u training': 'runuser -u root' };
    const wtp = writeScript(path.join(folder, 'wtp'), adapted('/usr/local/bin/wtp', here));
    const run = (command: string) =>
      spawnSync('sh', ['-c', command.replace(/^wtp /, `${wtp} `)], { env: asked, encoding: 'utf8' });

    for (const command of [...commandsOf('wtp workspace create'), ...commandsOf('wtp user invite')]) {
      const { status, stdout, stderr } = run(command);
      expect(status, `${command}: ${stderr}`).toBe(0);
      if (command.includes('invite')) expect(stdout).toContain('https://training.example.com/sign-in/link?token=');
    }
    const doctor = run('wtp doctor');
    for (const topic of ['database', 'migrations', 'clock', 'connections', 'disk']) {
      expect(doctor.stdout).toMatch(new RegExp(`^ok +${topic} `, 'm'));
    }
    // Nobody listens there, and that is all that is wrong.
    expect(doctor.stdout.match(/^WRONG +\S+/gm)).toEqual([expect.stringMatching(/mail$/)]);
    expect(doctor.status).toBe(1);
  });
});
