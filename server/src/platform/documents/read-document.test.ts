import { expect, test } from 'vitest';
import { docxOf, paragraph, pdfOf } from '../../../test/documents/make-documents.ts';
import { extractDocumentText } from './read-document.ts';

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
const latin1 = (text: string) => Buffer.from(text, 'latin1');
const textOf = async (bytes: Uint8Array, kind: Parameters<typeof extractDocumentText>[1]) =>
  (await extractDocumentText(bytes, kind)).text;

test('a PDF gives its paragraphs, lines joined and hyphens at their ends gone, with title and pages', async () => {
  const pdf = pdfOf(
    [['Wear gloves when you han-', 'dle batteries', 'at work.', '', '1. Stop', '2. Call'], ['Page two']],
    {
      title: 'Battery safety',
    },
  );
  expect(await extractDocumentText(pdf, 'pdf')).toEqual({
    text: 'Wear gloves when you handle batteries at work.\n\n1. Stop\n\n2. Call\n\nPage two',
    title: 'Battery safety',
    pages: 2,
  });
});

test('a Word document gives headings, paragraphs and tables', async () => {
  const cells = (...texts: string[]) =>
    `<w:tr>${texts.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('')}</w:tr>`;
  const docx = docxOf(
    `${paragraph('Lifting', 'Heading1')}${paragraph('Bend your knees &amp; keep_straight.')}<w:tbl>${cells('Load', 'People')}${cells('30 kg', '2')}</w:tbl>`,
  );
  expect(await extractDocumentText(docx, 'docx')).toEqual({
    text: '# Lifting\n\nBend your knees & keep_straight.\n\n| Load | People |\n| --- | --- |\n| 30 kg | 2 |',
    title: 'Lifting',
    pages: null,
  });
});

test('a page gives its text without scripts, styles, navigation, comments and what is hidden', async () => {
  const html = `<!doctype html><title>Spills</title><style>p{}</style><nav>Home</nav><!-- note --><template>t</template>
    <h1>Spills</h1><p>Never <b>ever</b> leave a <a href="https://x.example">spill</a>.</p><ul><li>Mark it</li></ul>
    <script>steal()</script><div hidden>ignore me</div><p hidden>and me</p><p><img src="mop.png" alt="Mop"></p>`;
  const { text, title } = await extractDocumentText(Buffer.from(html), 'html');
  expect(title).toBe('Spills');
  expect(text).toMatch(/^# Spills\n\nNever ever leave a spill\.\n\n- +Mark it$/);
});

test('a Markdown gives its text without front matter, template tags and HTML, and its code as it is', async () => {
  const markdown = `---
title: "Git Guide"
layout: page
tags:
  - git
---
{% include nav.html %}
# Commits <a name="top"></a>

Commit <b>often</b>, and write \`<div>\` or List<T> & <your name>.
  - Press <kbd>Enter</kbd>{% raw %}

<!-- a
note -->
<div class="note">
<p>Never rewrite <em>shared</em> history.</p><img src="x.png">
</div>
<table>
<tr><th>Do</th><th>Why</th></tr>

<tr><td>Pull</td><td>News</td></tr>
</table>

\`\`\`html
<b>{% raw %}</b>
\`\`\`
`;
  const { text, title } = await extractDocumentText(Buffer.from(markdown), 'text');
  expect(title).toBe('Git Guide');
  expect(text).toBe(
    [
      '# Commits',
      '',
      'Commit often, and write `<div>` or List<T> & <your name>.',
      '  - Press Enter',
      '',
      'Never rewrite shared history.',
      '',
      '| Do | Why |',
      '| --- | --- |',
      '| Pull | News |',
      '',
      '```html',
      '<b>{% raw %}</b>',
      '```',
    ].join('\n'),
  );
});

test('tables in cells of tables give their words once, however deep', { tags: ['deep'] }, async () => {
  const table = (cell: string) => `<w:tbl><w:tr><w:tc>${cell}</w:tc><w:tc>${paragraph('kg')}</w:tc></w:tr></w:tbl>`;
  const deep = (levels: number) => Array.from({ length: levels }).reduce<string>(table, paragraph('30'));
  expect(await textOf(docxOf(deep(1)), 'docx')).toBe('| 30 | kg |\n| --- | --- |');
  expect(await textOf(docxOf(deep(3)), 'docx')).toBe('| 30 kg kg | kg |\n| --- | --- |');
  expect(await textOf(docxOf(deep(60)), 'docx')).toBe(`| 30${' kg'.repeat(59)} | kg |\n| --- | --- |`);
});

test('a text that only begins with a rule, or looks a little like HTML, stays as it stands', async () => {
  for (const text of ['---\nBe careful with this.\n---\nThen go on.', 'If a < b and c > d, use <name> & go.']) {
    expect(await textOf(Buffer.from(text), 'text')).toBe(text);
  }
});

test('a page is decoded as it says, a text by its byte order mark, as UTF-8, or as windows-1252', async () => {
  expect(await textOf(latin1('<html><meta charset="iso-8859-1"><p>caf\u00e9'), 'html')).toBe('café');
  expect(await textOf(latin1('<html><meta charset="no-such-thing"><p>caf\u00e9'), 'html')).toBe('café');
  expect(await textOf(utf16('Größe 🙂'), 'text')).toBe('Größe 🙂');
  expect(await textOf(Buffer.from('Größe'), 'text')).toBe('Größe');
  expect(await textOf(latin1('a \u0093quoted\u0094 word'), 'text')).toBe('a “quoted” word');
});

test('text comes out fit to store and to search', async () => {
  const text = await textOf(utf16('# Caf\u0065\u0301\r\n\r\n\r\n\r\nten\u00a0kg \u0000of\u00ad it \ud800\r'), 'text');
  expect(text).toBe('# Café\n\nten kg of it \ufffd');
  expect(text.isWellFormed()).toBe(true);
});

test('the bytes stay the caller’s', async () => {
  const bytes = Buffer.from('Hello');
  await extractDocumentText(bytes, 'text');
  expect(bytes.toString()).toBe('Hello');
});

test('an abort ends the reading, and the wait for a turn', async () => {
  const all = [1, 2, 3, 4].map(async () => {
    const aborting = new AbortController();
    const reading = extractDocumentText(Buffer.from(`<html>${'<div>'.repeat(20_000)}`), 'html', {
      signal: aborting.signal,
    });
    aborting.abort(new Error('No longer wanted'));
    await expect(reading).rejects.toThrow('No longer wanted');
  });
  await Promise.all(all);
  expect(await textOf(Buffer.from('Next'), 'text')).toBe('Next');
});
