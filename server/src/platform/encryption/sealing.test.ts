import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openKeyring } from './keyring.ts';
import { hasFormerSealFormat, seal, unseal, UnsealError, type SealedText } from './sealing.ts';

const TEXT = 'sk-ant-📎-ключ';
const BINDING = ['0192-workspace', 'generation', 'row', '1'];

const keyringOf = (active: string, keys = new Map([[active, randomBytes(32)]])) =>
  openKeyring({ encryption: { keys, active }, dataDir: '/nowhere' });
const keyring = keyringOf('first');

/** Decrypts and returns the expected error. */
function refusal(sealed: SealedText, binding = BINDING, opener = keyring): UnsealError {
  try {
    unseal(opener, sealed, binding);
  } catch (error) {
    if (error instanceof UnsealError) return error;
    throw error;
  }
  throw new Error('It was unsealed');
}

test('whatever the text and its binding are, they come back', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, fc.array(text), (plaintext, binding) => {
      expect(unseal(keyring, seal(keyring, plaintext, binding), binding)).toBe(plaintext);
    }),
  );
  expect(unseal(keyring, seal(keyring, TEXT, BINDING), BINDING)).toBe(TEXT);
  expect(unseal(keyring, seal(keyring, '', []), [])).toBe('');
});

// rules/secrets 1 and 7
test('a sealed text is a version byte, a nonce, a tag and as many bytes as the text', () => {
  const { keyId, sealed } = seal(keyring, TEXT, BINDING);
  expect(keyId).toBe('first');
  expect(sealed).toHaveLength(1 + 12 + 16 + Buffer.byteLength(TEXT));
  expect(sealed[0]).toBe(2);
  expect(sealed.includes(TEXT)).toBe(false);
});

test('a change of any one bit of version, nonce, tag or ciphertext is refused', () => {
  const { keyId, sealed } = seal(keyring, TEXT, BINDING);
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(refusal({ keyId, sealed: changed }).reason, `bit ${bit}`).toBe('tampered');
  }
});

test('a text that was cut or lengthened is refused', () => {
  const { keyId, sealed } = seal(keyring, TEXT, BINDING);
  for (let length = 0; length < sealed.length; length += 1) {
    expect(refusal({ keyId, sealed: sealed.subarray(0, length) }).reason, `${length} bytes`).toBe('tampered');
  }
  expect(refusal({ keyId, sealed: Buffer.concat([sealed, Buffer.of(0)]) }).reason).toBe('tampered');
});

// rules/secrets 1
test.each([
  ['another workspace', ['0193-workspace', 'generation', 'row', '1']],
  ['another capability', ['0192-workspace', 'transcription', 'row', '1']],
  ['another row', ['0192-workspace', 'generation', 'other', '1']],
  ['another version', ['0192-workspace', 'generation', 'row', '2']],
  ['another order', ['generation', '0192-workspace', 'row', '1']],
  ['a part less', ['0192-workspace', 'generation', 'row']],
  ['a part more', ['0192-workspace', 'generation', 'row', '1', '']],
  ['no parts', []],
])('a text that was moved is refused: %s', (_what, elsewhere) => {
  expect(refusal(seal(keyring, TEXT, BINDING), elsewhere).reason).toBe('tampered');
});

test.each([
  [
    ['a', 'bc'],
    ['ab', 'c'],
  ],
  [['a,b'], ['a', 'b']],
  [['a","b'], ['a', 'b']],
  [['\u{d800}'], [String.raw`\ud800`]],
  [['\u{d800}'], ['\u{d801}']],
])('bindings that look alike differ: %j and %j', (one, other) => {
  expect(refusal(seal(keyring, TEXT, one), other).reason).toBe('tampered');
});

// rules/secrets 7
test('a text of the format before is read where its column says what it is bound to, and no other way', () => {
  const own = keyringOf('main', new Map([['main', Buffer.alloc(32, 7)]]));
  // Encrypted by another implementation, bound to [1, workspace, "generation", row, "3"].
  const bytes = '01000102030405060708090a0b9b4e32ded89450ba990ff23bb76519986beac4166f66b46415d783f3903d410a7eaf38';
  const former = { keyId: 'main', sealed: Buffer.from(bytes, 'hex') };
  const place = (n: number) => `0192f000-0000-7000-8000-00000000000${n}`;
  const parts = [place(1), 'generation', place(2), '3'];
  expect(unseal(own, former, [...parts, 'openai'], parts)).toBe('sk-from-before-📎');
  expect(refusal(former, parts, own).reason).toBe('tampered');
  const now = seal(own, TEXT, parts);
  expect([hasFormerSealFormat(former), hasFormerSealFormat(now)]).toEqual([true, false]);
  // Relabelling a new text with the former format doesn't make it decryptable as one.
  const relabelled = { ...now, sealed: Buffer.concat([Buffer.of(1), now.sealed.subarray(1)]) };
  expect(() => unseal(own, relabelled, parts, parts)).toThrow(UnsealError);
});

test('another key of the same id is refused, and a missing key is told apart from it', () => {
  const sealed = seal(keyring, TEXT, BINDING);
  expect(refusal(sealed, BINDING, keyringOf('first')).reason).toBe('tampered');
  const missing = refusal(sealed, BINDING, keyringOf('second'));
  expect(missing).toMatchObject({ reason: 'unknown_key', keyId: 'first' });
  expect(missing.message).toBe('The key "first" is not in the keyring, which has: second');
  // Property names that every object has aren't key ids.
  expect(refusal({ ...sealed, keyId: 'constructor' }).reason).toBe('unknown_key');
});

test('a key that is no longer the active one still unseals', () => {
  const old = randomBytes(32);
  const before = keyringOf('old', new Map([['old', old]]));
  const after = keyringOf(
    'new',
    new Map([
      ['old', old],
      ['new', randomBytes(32)],
    ]),
  );
  expect(unseal(after, seal(before, TEXT, BINDING), BINDING)).toBe(TEXT);
  expect(seal(after, TEXT, BINDING).keyId).toBe('new');
});

// rules/secrets 1
test('no two seals of the same text share a nonce or a ciphertext', () => {
  const seals = Array.from({ length: 1000 }, () => seal(keyring, TEXT, BINDING).sealed);
  expect(new Set(seals.map((sealed) => sealed.subarray(1, 13).toString('hex'))).size).toBe(1000);
  expect(new Set(seals.map((sealed) => sealed.subarray(29).toString('hex'))).size).toBe(1000);
});

test('a text that UTF-8 cannot hold is refused rather than changed, and is not quoted', () => {
  expect(() => seal(keyring, 'secret\u{d800}', BINDING)).toThrow(/^Only well-formed Unicode can be sealed$/);
});

test('a refusal holds neither the text nor the key nor the binding', () => {
  const key = randomBytes(32);
  const own = keyringOf('own', new Map([['own', key]]));
  const { keyId, sealed } = seal(own, TEXT, BINDING);
  const error = refusal({ keyId, sealed }, ['elsewhere'], own);
  const shown = `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`;
  for (const secret of [TEXT, 'elsewhere', key.toString('base64'), key.toString('hex')]) {
    expect(shown).not.toContain(secret);
  }
});
