import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pptxOf, shape, xlsxOf } from '../../../../test/documents/make-office.ts';
import { TYPES } from '../../../../test/drives/google/world.ts';
import type { DriveItem } from '../drive.ts';
import { failing, MARIA, startGoogle } from './google-fixture.ts';
import { quotableTextOfMarkdown, normaliseUtf8Bytes } from './google-content.ts';

const { google, world, open } = await startGoogle();
const root = world.account(MARIA);
const drive = open();
const MIB = 1024 * 1024;

async function itemOf(id: string): Promise<DriveItem> {
  return (await drive.get({ id, driveId: null })) ?? expect.fail('it is not there');
}
const read = async (id: string) => drive.read(await itemOf(id));
const exported = () => google.requests.filter(({ method }) => method === 'drive.files.export');

describe('one of Google’s documents', () => {
  test('is read as Markdown, without marks inside lines and without pictures', async () => {
    const text = [
      '# **Opening the shop**',
      '',
      'Arrive at *8:45*, and ring twice\\! Never lift more than 25\\.5 kg \\- ask **somebody** ~~else~~.',
      '',
      '* Keys: front \\* back',
      '  * Spare key',
      '',
      '![][image1]',
      '',
      '| Day | Hours |',
      '',
      `[image1]: <data:image/png;base64,${'A'.repeat(1_000)}>`,
    ].join('\n');
    const id = world.document({ name: 'Opening', in: root, text });
    expect(await read(id)).toEqual({
      text: [
        '# Opening the shop',
        '',
        'Arrive at 8:45, and ring twice! Never lift more than 25.5 kg - ask somebody else.',
        '',
        '* Keys: front * back',
        '  * Spare key',
        '',
        '',
        '',
        '| Day | Hours |',
      ].join('\n'),
    });
  });

  test('of a shared drive is read too', async () => {
    const id = world.document({ name: 'Ours', in: world.sharedDrive('Shared', [MARIA]), text: 'Text of ours' });
    expect(await read(id)).toEqual({ text: 'Text of ours' });
  });

  test('that is too long because of its pictures is read as plain text', async () => {
    const text = `# Long\n\nText\n[image1]: <data:image/png;base64,${'A'.repeat(11 * MIB)}>`;
    const id = world.document({ name: 'Pictures', in: root, text });
    expect(await read(id)).toEqual({ text: 'Long\n\nText' });
    expect(exported().map(({ query }) => query.get('mimeType'))).toEqual(['text/markdown', 'text/plain']);
  });

  test('that is too long without them is skipped', async () => {
    const id = world.document({ name: 'Long', in: root, text: 'A long text. '.repeat(MIB) });
    await expect(read(id)).rejects.toEqual(failing('too_large'));
  });

  test('whose export is longer than Google ever makes one is skipped', async () => {
    const id = world.document({ name: 'Endless', in: root, text: 'Text' });
    for (let export_ = 0; export_ < 2; export_++) {
      google.answerNext('drive.files.export', (_, response) => response.end(Buffer.alloc(10 * MIB + 1, 'a')));
    }
    await expect(read(id)).rejects.toEqual(failing('too_large'));
  });

  test('that may not be exported is skipped, whether Google says so before or then', async () => {
    const id = world.document({ name: 'Closed', in: root, text: 'Text' });
    google.switches.exportForbidden = true;
    await expect(read(id)).rejects.toEqual(failing('export_forbidden'));
    world.forbidDownload(id);
    const before = exported().length;
    await expect(read(id)).rejects.toEqual(failing('export_forbidden'));
    expect(exported()).toHaveLength(before);
  });

  test.each([
    ['Slides', TYPES.slides, 'pptx', pptxOf([{ shapes: shape(['Lifting'], 'title') }])],
    ['Sheets', TYPES.sheet, 'xlsx', xlsxOf([{ name: 'Loads', data: '' }])],
  ])('of %s is exported as a file, and so is the target of a shortcut', async (name, mimeType, file, content) => {
    const id = world.office({ name, in: root, mimeType, content });
    const shortcut = world.shortcut({ name: `${name} too`, in: root, to: id });
    for (const each of [id, shortcut]) expect(await read(each)).toEqual({ file, bytes: content });
    expect(drive.reads(await itemOf(id))).toBe(true);
    google.answerNext('drive.files.export', (_, response) => response.end(Buffer.alloc(10 * MIB + 1, 'a')));
    await expect(read(id)).rejects.toEqual(failing('too_large'));
  });

  test('without a text is empty', async () => {
    const id = world.document({ name: 'Empty', in: root, text: ' \n\n[image1]: <data:image/png;base64,AAAA>' });
    await expect(read(id)).rejects.toEqual(failing('empty'));
  });

  test('holds nothing that cannot be stored', async () => {
    const id = world.document({ name: 'Bytes', in: root, text: 'Text' });
    google.answerNext('drive.files.export', (_, response) =>
      response.end(Buffer.from('\ufeffa\0b\r\nc\xff', 'latin1')),
    );
    const content = await read(id);
    expect('text' in content && content.text.isWellFormed() && !content.text.includes('\0')).toBe(true);
  });
});

describe('a file', () => {
  const files: [string, string, string, string][] = [
    ['Guide.pdf', 'application/pdf', '%PDF-1.7\n…', 'pdf'],
    ['Notes.md', 'text/markdown', '# Notes', 'text'],
    ['Notes.txt', 'text/plain; charset=utf-8', 'Notes', 'text'],
    ['Page.html', 'text/html', '<!doctype html><title>Page</title><p>Text', 'html'],
    ['Untyped.md', 'application/octet-stream', '# Untyped', 'text'],
    ['Mislabelled.pdf', 'application/pdf', 'Only text', 'text'],
  ];
  test.each(files)(
    '%s of type %s is downloaded, and is what its content says',
    async (name, mimeType, content, kind) => {
      const id = world.file({ name, in: root, mimeType, content });
      expect(await read(id)).toEqual({ file: kind, bytes: Buffer.from(content) });
    },
  );

  const unsupported: [string, string][] = [
    ['Form', 'application/vnd.google-apps.form'],
    ['Film.mp4', 'video/mp4'],
    ['Program', 'application/octet-stream'],
    ['Folder', 'application/vnd.google-apps.folder'],
  ];
  test.each(unsupported)('%s of type %s is not even asked for', async (name, mimeType) => {
    const item = await itemOf(world.other({ name, in: root, mimeType }));
    google.requests.length = 0;
    await expect(drive.read(item)).rejects.toEqual(failing('unsupported'));
    expect(google.requests).toEqual([]);
  });

  test('that is something else than it says is not read', async () => {
    const content = Buffer.from('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR', 'latin1');
    const id = world.file({ name: 'Picture.pdf', in: root, mimeType: 'application/pdf', content });
    await expect(read(id)).rejects.toEqual(failing('unsupported'));
  });

  test('without content is empty', async () => {
    const id = world.file({ name: 'Nothing.txt', in: root, mimeType: 'text/plain', content: '' });
    await expect(read(id)).rejects.toEqual(failing('empty'));
  });

  test('that is too large is not fetched; one that turns out to be is not read to its end', async () => {
    const id = world.file({ name: 'Large.txt', in: root, mimeType: 'text/plain', content: 'a'.repeat(20 * MIB + 1) });
    const item = await itemOf(id);
    google.requests.length = 0;
    await expect(drive.read(item)).rejects.toEqual(failing('too_large'));
    expect(google.requests).toEqual([]);
    await expect(drive.read({ ...item, size: 10 })).rejects.toEqual(failing('too_large'));
  });

  test('that is gone by now is not found', async () => {
    const item = await itemOf(world.file({ name: 'Gone.txt', in: root, mimeType: 'text/plain', content: 'Text' }));
    world.remove(item.id);
    await expect(drive.read(item)).rejects.toEqual(failing('not_found'));
  });
});

describe('a shortcut', () => {
  test('is read as what it leads to', async () => {
    const to = world.document({ name: 'Target', in: root, text: 'Text of the target' });
    expect(await read(world.shortcut({ name: 'Shortcut', in: root, to }))).toEqual({ text: 'Text of the target' });
  });

  test('to a shortcut, or to a folder, leads to no document', async () => {
    const to = world.document({ name: 'Target', in: root, text: 'Text' });
    const first = world.shortcut({ name: 'First', in: root, to });
    await expect(read(world.shortcut({ name: 'Second', in: root, to: first }))).rejects.toEqual(failing('unsupported'));
    await expect(read(world.shortcut({ name: 'Folder', in: root, to: root }))).rejects.toEqual(failing('unsupported'));
    const itself = world.shortcut({ name: 'Itself', in: root, to });
    Object.assign(world.get(itself), { target: itself });
    await expect(read(itself)).rejects.toEqual(failing('unsupported'));
  });

  test('to what is gone, or in the trash, or another’s, leads nowhere', async () => {
    const gone = world.document({ name: 'Gone', in: root, text: 'Text' });
    const thrown = world.document({ name: 'Thrown', in: root, text: 'Text' });
    const hidden = world.document({ name: 'Hidden', in: world.account('omar@example.com'), text: 'Text' });
    const shortcuts = [gone, thrown, hidden].map((to) => world.shortcut({ name: 'Shortcut', in: root, to }));
    world.remove(gone);
    world.trash(thrown);
    for (const shortcut of shortcuts) await expect(read(shortcut)).rejects.toEqual(failing('not_found'));
  });
});

const converted = (text: string) =>
  new TextDecoder().decode(quotableTextOfMarkdown(normaliseUtf8Bytes(Buffer.from(text))));

test('marks, escapes and pictures are told apart wherever they stand', () => {
  // As expressions, which are plain to read, and far too slow for a hostile document.
  const expected = (text: string) =>
    text
      .replace(/\r\n?/g, '\n')
      .replaceAll('\0', '')
      .split(/(?<=\n)/)
      .filter((line) => !/^\[image[^\n]{0,25}\]: <data:/.test(line))
      .join('')
      .replace(
        /\\([!-/:-@[-`{-~])|(^[ \t]{0,99}\* )|!\[[^[\]\n]{0,300}\]\[image\d{1,9}\]|\*|~~/gm,
        (_, escaped = '', bullet = '') => escaped + bullet,
      );
  const part = fc.constantFrom(...Array.from('\\*~![]\n\r\0 \tag1é'), '* ', '![a][image1]', '[image1]: <data:', '\r\n');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      expect(converted(parts.join(''))).toBe(expected(parts.join('')));
    }),
    { numRuns: 3_000 },
  );
  expect(converted(`![${'a'.repeat(301)}][image1]`)).toBe(`![${'a'.repeat(301)}][image1]`);
  expect(converted(`${' '.repeat(100)}* a`)).toBe(`${' '.repeat(100)} a`);
});

test('an export as long as Google’s longest takes time for its length, whatever is in it', { tags: ['deep'] }, () => {
  /** Milliseconds of processor time. */
  const timeOf = (sign: string) => {
    const bytes = Buffer.alloc(10 * MIB, sign);
    const before = process.threadCpuUsage();
    expect(quotableTextOfMarkdown(normaliseUtf8Bytes(bytes)).length).toBeLessThanOrEqual(bytes.length);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  timeOf('plain words\n');
  const plain = timeOf('plain words\n');
  // Time that grows with the square of the length is over a thousand times as much.
  for (const sign of ['![', '![a][', '[image1]: <data:', '[image\n', ' \t', '\r', '* \n', '\\*']) {
    expect(timeOf(sign), JSON.stringify(sign)).toBeLessThan(20 * plain);
  }
});
