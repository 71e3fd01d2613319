import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { KeyringError } from './keyring-file.ts';
import { addKeyToKeyringFile } from './keyring-file-write.ts';
import { openKeyring } from './keyring.ts';
import { seal, unseal, UnsealError } from './sealing.ts';

const SECRET = 'c2VjcmV0LW9mLXRoZS1vcGVyYXRvci0zMi1ieXRlcyE=';
/** Only root can give files to another user. */
const isRoot = process.getuid?.() === 0;

let dataDir: string;
let file: string;

beforeEach(() => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyring-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  dataDir = path.join(folder, 'data');
  file = path.join(dataDir, 'keyring.json');
});

const open = () => openKeyring({ encryption: undefined, dataDir });
const add = () => addKeyToKeyringFile({ encryption: undefined, dataDir });
const mode = () => (statSync(file).mode & 0o777).toString(8);

function put(content: string, permissions = 0o600) {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, permissions);
}

const keyringWith = (key: string) => JSON.stringify({ active: 'mine', keys: { mine: key } });

/** Runs `statements` in `count` processes that start at the same time. Returns the output of each. */
async function atOnce(count: number, statements: string): Promise<string[]> {
  const program = `
    import { openKeyring } from ${JSON.stringify(new URL('./keyring.ts', import.meta.url).href)};
    import { addKeyToKeyringFile } from ${JSON.stringify(new URL('./keyring-file-write.ts', import.meta.url).href)};
    import { seal } from ${JSON.stringify(new URL('./sealing.ts', import.meta.url).href)};
    const where = { encryption: undefined, dataDir: ${JSON.stringify(dataDir)} };
    console.log('ready');
    process.stdin.once('data', () => { ${statements}; process.exit(0); });`;
  const children = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let printed = '';
    let errors = '';
    child.stdout.on('data', (chunk) => (printed += String(chunk)));
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    const ended = once(child, 'close').then(() => {
      if (child.exitCode !== 0) throw new Error(errors);
      return printed.replace('ready\n', '');
    });
    return { child, ready: Promise.race([once(child.stdout, 'data'), ended]), ended };
  });
  await Promise.all(children.map(({ ready }) => ready));
  for (const { child } of children) child.stdin.write('go\n');
  return Promise.all(children.map(({ ended }) => ended));
}

// rules/secrets 2
test('opening makes nothing; the first seal makes the folder and a file that only its owner reads', () => {
  const keyring = open();
  expect(keyring.ids()).toEqual([]);
  expect(keyring.key('any')).toBeUndefined();
  expect(existsSync(dataDir)).toBe(false);
  const sealed = seal(keyring, 'text', []);
  expect(mode()).toBe('600');
  expect(readdirSync(dataDir)).toEqual(['keyring.json']);
  expect(keyring.ids()).toEqual([sealed.keyId]);
  expect(sealed.keyId).toMatch(/^[a-z0-9][a-z0-9_-]{0,31}$/);
  expect(keyring.key(sealed.keyId)).toHaveLength(32);
  expect(unseal(open(), sealed, [])).toBe('text');
});

test('ten processes that start at once on an empty folder share one keyring', { tags: ['deep'] }, async () => {
  const Printed = z.object({ keyId: z.string(), sealed: z.base64() });
  const lines = await atOnce(
    10,
    `const { keyId, sealed } = seal(openKeyring(where), 'from ' + process.pid, ['x']);
     console.log(JSON.stringify({ keyId, sealed: sealed.toString('base64') }))`,
  );
  const seals = lines.map((line) => Printed.parse(JSON.parse(line)));
  const keyring = open();
  expect(keyring.ids()).toHaveLength(1);
  const texts = seals.map(({ keyId, sealed }) =>
    unseal(keyring, { keyId, sealed: Buffer.from(sealed, 'base64') }, ['x']),
  );
  expect(new Set(texts).size).toBe(10);
  expect(readdirSync(dataDir)).toEqual(['keyring.json']);
});

test('keys that several commands add at once are all kept', { tags: ['deep'] }, async () => {
  const added = await atOnce(6, 'console.log(addKeyToKeyringFile(where))');
  const keyring = open();
  const ids = added.map((id) => id.trim());
  expect(keyring.ids()).toEqual(expect.arrayContaining(ids));
  expect(new Set(ids).size).toBe(6);
  expect(ids).toContain(keyring.activeId);
  expect(mode()).toBe('600');
});

test('a key that a command adds is found and used by the keyrings that were open before', () => {
  const [server, other] = [open(), open()];
  const before = seal(server, 'before', []);
  const id = add();
  expect(id).not.toBe(before.keyId);
  expect(readdirSync(dataDir).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const after = seal(open(), 'after', []);
  expect(after.keyId).toBe(id);
  expect(unseal(server, after, [])).toBe('after');
  expect(unseal(server, before, [])).toBe('before');
  expect(other.activeId).toBe(id);
});

test('an open keyring seals with the new key at once, though it never met it', () => {
  const server = open();
  const old = server.activeId;
  const id = add();
  expect(seal(server, 'text', []).keyId).toBe(id);
  expect(server.ids()).toEqual([old, id]);
});

test('a missing key stays missing, also after the file was read again', () => {
  const keyring = open();
  const sealed = { ...seal(keyring, 'text', []), keyId: 'gone' };
  add();
  expect(() => unseal(keyring, sealed, [])).toThrow(UnsealError);
  expect(keyring.key('gone')).toBeUndefined();
});

test('nothing is sealed under a keyring whose file is gone, and what was sealed can still be read', () => {
  const keyring = open();
  const sealed = seal(keyring, 'text', []);
  rmSync(file);
  expect(() => seal(keyring, 'more', [])).toThrow(`${file} is gone: put it back from a backup`);
  expect(unseal(keyring, sealed, [])).toBe('text');
  expect(existsSync(file)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['half of it', keyringWith(SECRET).slice(0, -12)],
  ['text', SECRET],
  ['a short key', keyringWith(SECRET.slice(4))],
  ['an active id without a key', JSON.stringify({ active: 'other', keys: { mine: SECRET } })],
  ['an active id that every object knows', JSON.stringify({ active: 'constructor', keys: { mine: SECRET } })],
  ['an id that is none', JSON.stringify({ active: 'Mine', keys: { Mine: SECRET } })],
  ['something more', JSON.stringify({ active: 'mine', keys: { mine: SECRET }, [SECRET]: 1 })],
])('a file that is no keyring is a clear error without its content, and is left alone: %s', (_what, content) => {
  put(content);
  for (const attempt of [open, add]) {
    let error: unknown;
    try {
      attempt();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(KeyringError);
    const { message, stack, cause } = z.instanceof(KeyringError).parse(error);
    expect(message).toMatch(/keyring\.json is not a keyring: put it back from a backup/);
    expect(`${stack} ${String(cause)}`).not.toContain(SECRET.slice(4, 30));
  }
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('a file that is no keyring any more stops a running server from sealing', () => {
  const keyring = open();
  seal(keyring, 'text', []);
  put('{}');
  expect(() => seal(keyring, 'text', [])).toThrow(KeyringError);
  expect(() => keyring.key('other')).toThrow(KeyringError);
});

test('what cannot be read or made says so', () => {
  mkdirSync(file, { recursive: true });
  expect(open).toThrow(/keyring\.json cannot be read: give it back to this user with mode 0600 \(EISDIR/);
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, '');
  expect(open).toThrow(/keyring\.json cannot be read/);
});

test.each(['644', '640', '660', '604', '777'])(
  'a file of ours that others can use is taken from them: %s',
  (permissions) => {
    put(keyringWith(SECRET), Number.parseInt(permissions, 8));
    expect(open().key('mine')?.toString('base64')).toBe(SECRET);
    expect(mode()).toBe('600');
  },
);

test.runIf(isRoot)("another user's file is refused while others can read it, and taken when they cannot", () => {
  put(keyringWith(SECRET), 0o644);
  chownSync(file, 65_534, 65_534);
  expect(open).toThrow(/keyring\.json can be read by others and belongs to another user: chmod 600 it/);
  expect(mode()).toBe('644');
  chmodSync(file, 0o600);
  expect(open().ids()).toEqual(['mine']);
});

test.runIf(isRoot)("a key that root adds leaves the file to the server's user", () => {
  put(keyringWith(SECRET));
  chownSync(file, 65_534, 65_534);
  const id = add();
  for (const name of readdirSync(dataDir)) {
    expect(statSync(path.join(dataDir, name)), name).toMatchObject({ uid: 65_534, gid: 65_534 });
  }
  expect(mode()).toBe('600');
  expect(open().ids()).toEqual(['mine', id]);
});

test('a link to the file stays one when a key is added', () => {
  put(keyringWith(SECRET));
  const elsewhere = path.join(dataDir, '..', 'linked');
  mkdirSync(elsewhere);
  symlinkSync(file, path.join(elsewhere, 'keyring.json'));
  const id = addKeyToKeyringFile({ encryption: undefined, dataDir: elsewhere });
  expect(open().activeId).toBe(id);
});

test('no key is added to a file where the settings give the keyring', () => {
  const encryption = { keys: new Map([['a', Buffer.alloc(32)]]), active: 'a' };
  expect(() => addKeyToKeyringFile({ encryption, dataDir })).toThrow(
    /^The keyring comes from ENCRYPTION_KEYS: add a pair there/,
  );
  expect(existsSync(dataDir)).toBe(false);
});
