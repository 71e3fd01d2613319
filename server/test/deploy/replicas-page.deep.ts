import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootDebian, connectMachines, noMachine, type DebianMachine } from './debian-machine.ts';
import { blocksOfPage, REPLICAS_PAGE } from './deploy-page.ts';

const reason = noMachine({ 'make-ssl-cert': 'ssl-cert' });

const PRIMARY = '10.0.0.11';
const REPLICA = '10.0.0.12';

/** Passwords that commands ask for, by their beginnings. */
const TYPED: Record<string, string> = {
  'runuser -u postgres -- createuser --replication': 'of-replicas\nof-replicas\n',
  "runuser -u postgres -- psql -c '\\password": 'secret\nsecret\n',
  'runuser -u postgres -- pg_basebackup': 'of-replicas\n',
};

describe.skipIf(reason)(`two Debians with PostgreSQL${reason ? ` (${reason})` : ''}`, () => {
  let primary: DebianMachine;
  let replica: DebianMachine;

  beforeAll(async () => {
    primary = await bootDebian();
    replica = await bootDebian();
    connectMachines(primary, replica, [PRIMARY, REPLICA]);
    for (const machine of [primary, replica]) {
      // A fresh Debian has a certificate of its own.
      machine.succeed('make-ssl-cert generate-default-snakeoil --force-overwrite');
      machine.succeed("sed -i 's/^ssl = off/ssl = on/' /etc/postgresql/15/main/postgresql.conf");
      machine.succeed('systemctl restart postgresql@15-main');
    }
    // The deploy page's database and user.
    primary.succeed('adduser --system --group --no-create-home training');
    primary.succeed('runuser -u postgres -- createuser training');
    primary.succeed('runuser -u postgres -- createdb --owner training training');
  });
  afterAll(() => {
    primary.close();
    replica.close();
  });

  const blocksOf = (title: string) => {
    const blocks = blocksOfPage(REPLICAS_PAGE).filter((block) => block.title === title);
    expect(blocks).not.toEqual([]);
    return blocks;
  };

  /** Goes through the blocks under one title; returns what the last command printed. */
  function follow(machine: DebianMachine, title: string): string {
    let printed = '';
    for (const { file, text } of blocksOf(title)) {
      if (file !== undefined) machine.write(file, text);
      else for (const line of text.trim().split('\n')) printed = runLine(machine, line);
    }
    return printed;
  }

  function runLine(machine: DebianMachine, line: string): string {
    if (line.startsWith('apt-get install ')) return '';
    return machine.succeed(line, Object.entries(TYPED).find(([start]) => line.startsWith(start))?.[1]);
  }

  /** An operator's command on the primary, with the settings that the page names. */
  function wtp(words: string): string {
    const [{ text: settings } = { text: '' }] = blocksOf('On the server');
    primary.write('/tmp/env', `DATABASE_URL='postgresql://training@/training?host=/var/run/postgresql'\n${settings}`);
    const cli = '/opt/training/node_modules/.bin/node /opt/training/server/dist/cli.js';
    return primary.run(`set -a && . /tmp/env && set +a && runuser -u training -- ${cli} ${words}`).stdout;
  }

  // rules/operation 15
  test('are led by the page to a replica that the server uses, over an encrypted connection', async () => {
    follow(primary, 'On the primary');
    expect(follow(replica, 'On the replica')).toMatch(/streaming *\| replica_1/);
    expect(wtp('workspace create --name Acme --slug acme')).toContain('acme');
    const findings = () =>
      (JSON.parse(wtp('doctor --json')) as { findings: { topic: string; says: string }[] }).findings;
    const said = findings()
      .filter(({ topic }) => topic === 'replicas')
      .map(({ says }) => says);
    expect(said).toContainEqual(`${REPLICA}/training is used`);
    const encrypted = `select distinct ssl from pg_stat_ssl join pg_stat_replication using (pid)`;
    expect(primary.succeed(`runuser -u postgres -- psql -Atc "${encrypted}"`).trim()).toBe('t');
  });
});
