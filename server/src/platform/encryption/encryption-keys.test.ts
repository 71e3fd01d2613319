import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../core/config.ts';
import { openKeyring } from './keyring.ts';

const base64 = (bytes: number) => randomBytes(bytes).toString('base64');
const ONE = base64(32);
const TWO = base64(32);

function refusal(keys: string | undefined, active: string | undefined): string {
  try {
    readConfig({ ENCRYPTION_KEYS: keys, ENCRYPTION_ACTIVE_KEY: active });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The settings were taken');
}

// rules/secrets 2
test('the settings give a keyring, which needs no data folder', () => {
  const { encryption } = readConfig({
    ENCRYPTION_KEYS: `2025:${ONE}, constructor:${TWO}\n`,
    ENCRYPTION_ACTIVE_KEY: 'constructor',
  });
  const keyring = openKeyring({ encryption, dataDir: '/nowhere' });
  expect(keyring.activeId).toBe('constructor');
  expect(keyring.ids()).toEqual(['2025', 'constructor']);
  expect(keyring.key('2025')?.toString('base64')).toBe(ONE);
  expect(keyring.key('constructor')?.toString('base64')).toBe(TWO);
  expect(keyring.key('toString')).toBeUndefined();
  // Logging the settings shows no key.
  expect(JSON.stringify({ encryption, keyring })).not.toMatch(/[A-Za-z0-9+/]{43}|\d+,\d+/);
});

test('without both settings there is no keyring in them, and one alone is refused', () => {
  expect(readConfig({}).encryption).toBeUndefined();
  expect(readConfig({ ENCRYPTION_KEYS: '', ENCRYPTION_ACTIVE_KEY: '' }).encryption).toBeUndefined();
  const together = 'ENCRYPTION_KEYS and ENCRYPTION_ACTIVE_KEY go together: set both or none';
  expect(refusal(`a:${ONE}`, undefined)).toBe(together);
  expect(refusal(undefined, 'a')).toBe(together);
});

test.each([
  ['31 bytes', base64(31), 'Pair 2: the key has 31 bytes instead of 32'],
  ['33 bytes', base64(33), 'Pair 2: the key has 33 bytes instead of 32'],
  ['no key', '', 'Pair 2: the key has 0 bytes instead of 32'],
  ['hexadecimal', randomBytes(32).toString('hex'), 'Pair 2: the key has 48 bytes instead of 32'],
  ['no padding', base64(32).slice(0, -1), 'Pair 2: the key is not base64, with its padding'],
  ['other characters', `${'*'.repeat(43)}=`, 'Pair 2: the key is not base64, with its padding'],
  ['bits past the end', `${'A'.repeat(42)}B=`, 'Pair 2: the key is not base64, with its padding'],
])('a key that is not base64 of 32 bytes is refused by its place: %s', (_what, key, expected) => {
  const message = refusal(`a:${ONE},b:${key}`, 'a');
  expect(message).toBe(`ENCRYPTION_KEYS: ${expected}; make one with openssl rand -base64 32`);
});

test.each([
  ['no colon', TWO],
  ['the halves swapped', `${TWO}:b`],
  ['capitals', `B:${TWO}`],
  ['a dash first', `-b:${TWO}`],
  ['33 characters', `${'b'.repeat(33)}:${TWO}`],
  ['nothing', ''],
])('a pair whose id is not one is refused by its place: %s', (_what, pair) => {
  expect(refusal(`a:${ONE},${pair}`, 'a')).toMatch(/^ENCRYPTION_KEYS: Pair 2 must be id:key/);
});

// rules/secrets 2
test('an id that comes twice is refused, and so is an active id that is not there', () => {
  expect(refusal(`a:${ONE},a:${TWO}`, 'a')).toBe('ENCRYPTION_KEYS: Pair 2 has an id that an earlier pair has: a');
  expect(refusal(`a:${ONE},b:${TWO}`, 'c')).toBe(
    'ENCRYPTION_ACTIVE_KEY: Must be one of the ids in ENCRYPTION_KEYS: a, b',
  );
});

test('every wrong pair is named at once, and no message holds a key, wherever it was put', () => {
  const short = randomBytes(16).toString('hex');
  const message = refusal(`${ONE}:a,b:${base64(31)},${short}:c`, 'a');
  expect(message.split('\n')).toHaveLength(3);
  const messages = [message, refusal(`a:${ONE},b:${TWO}`, ONE), refusal(`a:${ONE},a:${TWO}`, 'a')].join('\n');
  for (const secret of [ONE, TWO, short]) expect(messages).not.toContain(secret);
});
