import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bootDebian, noMachine, type DebianMachine } from './debian-machine.ts';
import { blocksOfPage, fileOfPage, RECOVER_PAGE } from './deploy-page.ts';

const reason = noMachine({ nginx: 'nginx', openssl: 'openssl' });

const LIVE = '/etc/letsencrypt/live/training.example.com';
const ISSUE =
  `mkdir -p ${LIVE} && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=training.example.com ` +
  `-keyout ${LIVE}/privkey.pem -out ${LIVE}/fullchain.pem`;

/** Commands that need the internet, and what is done instead. Each has to be on the page. */
const ELSEWHERE: [start: string, instead: string][] = [
  ['apt-get install ', 'true'],
  ['git clone ', 'true'],
  ['cd /opt/training && npm run build', 'true'],
  ['certbot certonly ', ISSUE],
  ['cd /opt/training && git fetch --tags && git checkout v0.2.0 && npm run build', 'true'],
];

/** Characters that shells would change, if they could. */
const ODD = '$HOME `id` "$(id)" \\1 # & ; $$';
const PASSWORD = 'pa$HOME&`id`$$';

describe.skipIf(reason)(`a Debian with systemd${reason ? ` (${reason})` : ''}`, () => {
  let machine: DebianMachine;
  const left = new Set(ELSEWHERE.map(([start]) => start));

  beforeAll(async () => {
    machine = await bootDebian();
    machine.succeed('echo "127.0.0.1 training.example.com" >> /etc/hosts');
  });
  afterAll(() => machine.close());

  /** Goes through the blocks of one section from top to bottom. */
  function follow(number: number): void {
    const blocks = blocksOfPage().filter(({ title }) => title.startsWith(`${number}. `));
    expect(blocks).not.toEqual([]);
    for (const { file, text } of blocks) {
      if (file !== undefined) machine.write(file, withOddValues(file, text));
      else for (const line of text.trim().split('\n')) runLine(line);
    }
  }

  /** The same of the page about recovery, with other words in place of its examples. */
  function followRecovery(title: string, examples: Record<string, string> = {}): void {
    const blocks = blocksOfPage(RECOVER_PAGE).filter((block) => block.title === title);
    expect(blocks).not.toEqual([]);
    for (const { file, text } of blocks) {
      if (file !== undefined) machine.write(file, text);
      else {
        const commands = Object.entries(examples).reduce((words, [from, to]) => {
          return words.replaceAll(from, to);
        }, text);
        for (const line of commands.trim().split('\n')) runLine(line);
      }
    }
  }

  function withOddValues(file: string, text: string): string {
    if (file !== '/etc/training/env') return text;
    const odd = text
      .replace('training:password@', () => `training:${PASSWORD}@`)
      .replace('Training <', () => `${ODD} <`);
    expect(odd).not.toBe(text);
    return odd;
  }

  function runLine(line: string): void {
    const elsewhere = ELSEWHERE.findLast(([start]) => line.startsWith(start));
    if (elsewhere) left.delete(elsewhere[0]);
    const command = elsewhere?.[1] ?? line;
    if (!/\bwtp doctor\b/.test(command)) return void machine.succeed(command);
    const { stdout, stderr } = machine.run(command);
    // There is no mail server, and that is all that is wrong.
    expect(stdout.match(/^WRONG +\S+/gm), `${stdout}${stderr}`).toEqual([expect.stringMatching(/mail$/)]);
  }

  const asked = (address: string) => {
    const program = `fetch('${address}').then(async (a) => console.log(a.status, await a.text()), (e) => console.log(e.cause))`;
    return machine.succeed(
      `NODE_NO_WARNINGS=1 NODE_TLS_REJECT_UNAUTHORIZED=0 /opt/training/node_modules/.bin/node -e "${program}"`,
    );
  };

  const served = () =>
    machine.succeed('openssl s_client -connect 127.0.0.1:443 < /dev/null 2>&1 | openssl x509 -noout -fingerprint');

  const workspaces = () => machine.succeed(`runuser -u training -- psql -Atc 'select slug from workspaces'`).trim();

  test('is led by the page to two instances behind nginx, over IPv4 and IPv6', () => {
    for (const section of [1, 2, 3, 4, 5]) follow(section);
    for (const instance of [1, 2]) {
      expect(machine.succeed(`systemctl is-active training@${instance}`).trim()).toBe('active');
    }
    for (const address of ['https://training.example.com', 'https://[::1]', 'https://127.0.0.1']) {
      expect(asked(`${address}/readyz`)).toBe('200 {"status":"ready"}\n');
    }
    for (const port of [3101, 3102]) {
      expect(asked(`http://127.0.0.1:${port}/readyz`)).toContain('200 {"status":"ready"');
      expect(asked(`http://127.0.0.1:${port}/metrics`)).toContain('process_cpu_seconds_total');
    }
    expect(machine.succeed('stat -c "%a %U %G" /etc/training/env').trim()).toBe('640 root training');
    expect(workspaces()).toBe('acme');
  });

  test('reads the same settings in the service and in commands, whatever a password has in it', () => {
    machine.succeed(
      `sed 's|/opt/training/server/dist/cli.js|-p "JSON.stringify(process.env)"|' /usr/local/bin/wtp > /tmp/wtp-env`,
    );
    const ofCommands: Record<string, string> = JSON.parse(machine.succeed('sh /tmp/wtp-env'));
    const environ = machine.succeed('cat /proc/$(systemctl show -P MainPID training@1)/environ');
    for (const name of ['SMTP_URL', 'MAIL_FROM', 'DATABASE_URL', 'DATA_DIR', 'PUBLIC_URL', 'TRUST_PROXY']) {
      expect(environ.split('\0')).toContain(`${name}=${ofCommands[name]}`);
    }
    expect(ofCommands['SMTP_URL']).toContain(PASSWORD);
    expect(ofCommands['MAIL_FROM']).toBe(`${ODD} <training@example.com>`);
  });

  test('serves a certificate that was renewed, once certbot has run what it runs then', () => {
    const before = served();
    machine.succeed(ISSUE);
    expect(served()).toBe(before);
    machine.succeed('run-parts --exit-on-error /etc/letsencrypt/renewal-hooks/deploy');
    // It takes on new workers a moment later.
    return expect.poll(served).not.toBe(before);
  });

  test('is backed up before there is a keyring, and restored without one', () => {
    expect(machine.run('test -e /var/lib/training/keyring.json').status).toBe(1);
    machine.write('/tmp/backup', fileOfPage('/usr/local/bin/training-backup'));
    machine.succeed('mkdir /tmp/dumps /tmp/keyrings && sh /tmp/backup /tmp/dumps /tmp/keyrings');
    expect(machine.succeed('ls /tmp/keyrings')).toBe('');
    machine.write('/tmp/restore', fileOfPage('/usr/local/bin/training-restore'));
    machine.succeed('systemctl stop training.socket training@1 training@2');
    machine.succeed(
      'runuser -u postgres -- dropdb training && runuser -u postgres -- createdb --owner training training',
    );
    machine.succeed('sh /tmp/restore /tmp/dumps/training-*.dump');
    machine.succeed('systemctl start training.socket training@1 training@2');
    expect(workspaces()).toBe('acme');
  });

  test('is backed up and restored over TCP, and no command shows the password of the database', () => {
    const settings = machine.succeed('cat /etc/training/env');
    const address = 'postgresql://training@127.0.0.1/training';
    machine.write('/tmp/role.sql', `alter role training password '${PASSWORD}'`);
    machine.succeed('runuser -u postgres -- psql -f /tmp/role.sql');
    const elsewhere = settings.replace(
      /^DATABASE_URL=.*$/m,
      `DATABASE_URL='${address}'\nPGPASSWORD='${PASSWORD.replaceAll('$', '$$$$')}'`,
    );
    machine.write('/etc/training/env', elsewhere);
    machine.succeed('systemctl restart training@1');
    expect(asked('http://127.0.0.1:3101/readyz')).toContain('200 {"status":"ready"');

    for (const program of ['pg_dump', 'pg_restore']) {
      machine.write(
        `/usr/local/bin/${program}`,
        `#!/bin/sh\nps -eo args >> /tmp/shown\nexec /usr/bin/${program} "$@"\n`,
      );
      machine.succeed(`chmod 755 /usr/local/bin/${program}`);
    }
    machine.succeed('touch /tmp/shown && chmod 666 /tmp/shown');
    machine.succeed('mkdir /tmp/of-tcp && sh /tmp/backup /tmp/of-tcp /tmp/keyrings');
    machine.succeed('systemctl stop training.socket training@1 training@2');
    machine.succeed(
      'runuser -u postgres -- dropdb training && runuser -u postgres -- createdb --owner training training',
    );
    machine.succeed('sh /tmp/restore /tmp/of-tcp/training-*.dump');
    const shown = machine.succeed('cat /tmp/shown');
    for (const program of ['pg_dump', 'pg_restore']) expect(shown).toMatch(new RegExp(`/${program} .*${address}`));
    expect(shown).not.toContain(PASSWORD);

    machine.succeed('rm /usr/local/bin/pg_dump /usr/local/bin/pg_restore');
    machine.write('/etc/training/env', settings);
    machine.succeed('systemctl start training.socket training@1 training@2');
    expect(workspaces()).toBe('acme');
  });

  test('is backed up every night and restored with its keyring, as the page has it', () => {
    // Its secret is the first that is sealed.
    machine.succeed('wtp webhook add --workspace acme --url https://hooks.example.com/x --types user.created');
    machine.succeed('test -e /var/lib/training/keyring.json');
    follow(6);
    expect(machine.succeed('systemctl list-timers --all training-backup.timer')).toContain('training-backup.service');
    expect(workspaces()).toBe('acme');
    expect(asked('https://training.example.com/readyz')).toBe('200 {"status":"ready"}\n');
    expect(machine.succeed('stat -c "%a %U" /var/lib/training/keyring.json').trim()).toBe('600 training');

    machine.succeed(
      'touch -d "40 days ago" /var/backups/training/training-old.dump /var/backups/training-keyring/keyring-old.json',
    );
    machine.succeed('systemctl start training-backup');
    const kept = machine.succeed('ls /var/backups/training /var/backups/training-keyring');
    expect(kept).not.toContain('old');
    expect(kept.match(/\.dump$/gm)).toHaveLength(2);
  });

  test('is recovered to the moment before a mistake, as the page has it', () => {
    const token = () =>
      JSON.parse(machine.succeed('wtp token create --workspace acme --name Any --scopes users:read --json')) as {
        id: string;
      };
    followRecovery('Set it up');
    expect(machine.succeed('systemctl list-timers --all training-base-backup.timer')).toContain('base-backup.service');
    const { id } = token();
    machine.succeed('sleep 1.5');
    const moment = machine.succeed("date '+%F %T.%6N%:z'").trim();
    machine.succeed('sleep 1.5');
    const { id: lost } = token();
    machine.succeed(`wtp token revoke --id ${id}`);
    machine.succeed(`runuser -u postgres -- psql training -c 'drop table workspaces, users cascade'`);
    followRecovery('Recover', {
      '2026-03-01 14:04:59+01:00': moment,
      '01890000-0000-7000-8000-000000000000': id,
    });
    expect(workspaces()).toBe('acme');
    const tokens = machine.succeed('wtp token list --workspace acme --json');
    expect(tokens).toContain(id);
    expect(tokens).not.toContain(lost);
    expect(asked('https://training.example.com/readyz')).toBe('200 {"status":"ready"}\n');

    followRecovery('Recover to another moment');
    machine.succeed('systemctl start postgresql@15-main');
    expect(machine.run(`runuser -u training -- psql -c 'select slug from workspaces'`).stderr).toContain('not exist');
    machine.succeed('systemctl stop postgresql@15-main');
    machine.succeed(`runuser -u postgres -- training-recover '${moment}'`);
    machine.succeed('systemctl start postgresql@15-main training.socket training@1 training@2');
    expect(workspaces()).toBe('acme');
  });

  test('is upgraded as the page has it, and nothing of the page was left out', () => {
    follow(7);
    expect(asked('https://training.example.com/readyz')).toBe('200 {"status":"ready"}\n');
    expect([...left]).toEqual([]);
  });
});
