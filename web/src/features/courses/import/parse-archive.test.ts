import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { mediaUsagesOf, parseArchive } from './parse-archive.ts';

const DIGEST = 'a'.repeat(64);
const picture = { at: 'front', kind: 'picture', digest: DIGEST, alt: 'A load' };
const card = { id: '01890000-0000-7000-8000-000000000000', front: 'F', back: 'B', media: [picture] };
const settings = { validity_days: null, pass_score: 0.8, max_attempts: 3, show_solutions: 'never' };
const module = {
  title: 'Lifting',
  language: 'en',
  ...settings,
  flashcards: [card],
  quiz: [],
  content_hashes: { flashcards: 'x', quiz: 'x' },
};
const COURSE = JSON.stringify({
  format: 'course-archive-1',
  course: { title: 'Forklifts', emoji: '🚜' },
  modules: [module],
});

/** A ZIP as other programs write it, with extra fields, a comment, and files that are packed or not. */
function zip(files: Record<string, string>, method = 8): File {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const data = method === 8 ? deflateRawSync(text) : Buffer.from(text);
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)];
    local.write('PK\u0003\u0004', 'latin1');
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(4, 28);
    central.write('PK\u0001\u0002', 'latin1');
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(data.length, 20);
    central.writeUInt32LE(text.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), Buffer.alloc(4), data);
    directory.push(central, Buffer.from(name));
    at += 34 + name.length + data.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  const bytes = Buffer.concat([...parts, central, end, Buffer.from('made by hand')]);
  return new File([new Uint8Array(bytes)], 'course.zip');
}

// rules/courses-and-modules 15
test.each([0, 8])('a ZIP has the archive and its media, packed by method %i', async (method) => {
  const read = await parseArchive(
    zip({ 'course.json': COURSE, [`media/${DIGEST}`]: 'pixels', 'notes.txt': 'x' }, method),
  );
  if (typeof read === 'string') throw new Error(read);
  expect(read.archive.modules[0]?.flashcards[0]?.media).toEqual([picture]);
  expect([...read.media.keys()]).toEqual([DIGEST]);
  expect(await (await read.media.get(DIGEST)?.())?.text()).toBe('pixels');
  expect(mediaUsagesOf(read.archive)[0]).toEqual({ digest: DIGEST, module: 'Lifting', kind: 'card', number: 1 });
});

// rules/courses-and-modules 15
test('JSON alone is read as before, and other files say what they aren’t', async () => {
  const read = await parseArchive(new File([COURSE], 'course.json'));
  expect(typeof read === 'string' ? read : [...read.media]).toEqual([]);
  const whole = zip({ 'course.json': COURSE });
  const wrong = [zip({ 'other.json': COURSE }), zip({ 'course.json': '{}' }), whole.slice(0, 200), new Blob(['PK'])];
  for (const blob of wrong) expect(await parseArchive(new File([blob], 'x'))).toContain('not a course');
});

// rules/courses-and-modules 15
test('what unpacks to more than it says or may is refused', async () => {
  const small = zip({ 'course.json': `${COURSE}${' '.repeat(65 * 1024 * 1024)}` });
  expect(await parseArchive(small)).toContain('larger than 64 MB');
  const bytes = Buffer.from(await small.arrayBuffer());
  bytes.writeUInt32LE(10, bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 24);
  expect(await parseArchive(new File([new Uint8Array(bytes)], 'x'))).toContain('not a course');
});
