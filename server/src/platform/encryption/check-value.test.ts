import { expect, test } from 'vitest';
import { deriveEncryptionKeyCheckValue } from './encryption-keys.ts';

const KEY = Buffer.alloc(32, 7);

test('the check value of a key never changes: databases hold it', () => {
  expect(deriveEncryptionKeyCheckValue('main', KEY).toString('hex')).toBe(
    '6fb2f26c50749e57390917cabbd12d982258e4d5e01e2cb5481e31e3b43abce4',
  );
});

test('another id and another key have another check value, of which none holds the key', () => {
  const other = Buffer.from(KEY);
  other.writeUInt8(6, 31);
  const values = [
    deriveEncryptionKeyCheckValue('main', KEY),
    deriveEncryptionKeyCheckValue('next', KEY),
    deriveEncryptionKeyCheckValue('main', other),
  ];
  expect(new Set(values.map((value) => value.toString('hex'))).size).toBe(3);
  for (const value of values) {
    expect(value).toHaveLength(32);
    expect(value.includes(KEY.subarray(0, 4))).toBe(false);
  }
});
