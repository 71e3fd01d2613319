import { expect, test } from 'vitest';
import { extractTopicsFromDocument } from './extract-document.ts';
import { stepRunnerWithoutProgress, type AskModel } from './feature.ts';

const reading = (text: string) => () => Promise.resolve(new TextEncoder().encode(text));

/** A fake model that extracts the sentence about the gate. */
const ask: AskModel = ({ prompt, schema }) => {
  const quote = /Gate 7[^.]*\./.exec(prompt)?.[0] ?? 'nothing about any gate';
  const topics = [{ heading: 'Gates', points: [{ statement: 'It is closed.', quote }] }];
  return Promise.resolve(schema.parse({ title: '', language: 'en', summary: 'About gates.', topics }));
};
const extract = (file: Parameters<typeof extractTopicsFromDocument>[1]) =>
  extractTopicsFromDocument(ask, file, stepRunnerWithoutProgress);

test('a page of HTML is read as Markdown, and its passages are those of the text', async () => {
  const html =
    '<!doctype html><title>Gate rules</title><h1>Gates</h1><script>alert(1)</script><p>Gate 7 stays <b>closed</b> at night.</p>';
  const found = await extract({ name: 'gates.html', kind: 'html', read: reading(html) });
  expect(found.title).toBe('Gate rules');
  expect(found.text).toMatch(/^# Gates\n/m);
  expect(found.text).not.toContain('alert');
  const [point] = found.topics[0]?.points ?? [];
  expect(point?.quote).toMatch(/closed/);
  expect(found.text).toContain(point?.quote);
});

test('plain text keeps its name where nothing in it is a title', async () => {
  const { title, topics } = await extract({
    name: 'gates.txt',
    kind: 'text',
    read: reading('Gate 7 stays closed at night.'),
  });
  expect(title).toBe('gates.txt');
  expect(topics[0]?.points).toHaveLength(1);
});

test.each([
  ['an empty file', 'text', ''],
  ['half a PDF', 'pdf', '%PDF-1.7\n1 0 obj'],
  ['a DOCX that is none', 'docx', 'PK\u0003\u0004'],
] as const)('%s is refused in words that the reader of files has for it', async (_, kind, content) => {
  const refused = extract({ name: `file.${kind}`, kind, read: reading(content) });
  await expect(refused).rejects.toMatchObject({ name: 'AppError', code: 'document_unreadable' });
  await expect(refused).rejects.toThrow(/\w+ \w+/);
});

test('a recording is no document', async () => {
  await expect(extract({ name: 'a.ogg', kind: 'audio', read: reading('OggS') })).rejects.toMatchObject({
    code: 'unsupported_file',
  });
});
