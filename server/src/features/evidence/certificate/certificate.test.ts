import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { lacking } from '../../../../test/deploy/deploy-page.ts';
import { startTestServer } from '../../../../test/server.ts';
import { createTranslator } from '@training/shared/i18n/translator';
import { compileCatalogue } from '@training/shared/i18n/compile-catalogue';
import { readCompletionEvidence } from '../evidence-downloads.ts';
import { COMPLETED, evidenceOn } from '../evidence-fixture.ts';
import { toCertificateText, createCertificateTranslator } from './certificate-text.ts';
import { drawCertificatePdf } from './draw-certificate.ts';

const server = await startTestServer();
const { completed, get } = evidenceOn(server);

async function certificateOf(name: string): Promise<Buffer> {
  const { workspace, person, enrollment } = await completed(name);
  const { response, bytes } = await get(workspace, person.email, `/certificates/${enrollment.id}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(bytes);
}

const NAMES = {
  Latin: 'Zoë Łukasiewicz Nguyễn Thị Ánh',
  Arabic: 'محمد عبدالله الفارسي',
  Hebrew: 'דָּנִיאֵל כהן',
  Chinese: '李小龍',
  Japanese: '山田 太郎（やまだ）',
  Korean: '김철수',
  Devanagari: 'श्रीमती कृष्णा क्षत्रिय',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর',
  Tamil: 'கௌசல்யா',
  Thai: 'สมชาย ใจดี',
  Khmer: 'សុខ ស្រី',
  Burmese: 'ကျော်သူ',
  Cyrillic: 'Александр Щёкин',
  Greek: 'Ελευθέριος Παπαδόπουλος',
  Georgian: 'გიორგი',
  Amharic: 'አበበ በቂላ',
  'several scripts': 'محمد Smith (山田 太郎) דני 🎉',
  'signs of XML': 'Ana <b> & "Bo"',
  'a script without a font': '𒀀𒁀 Ur',
};
const SCRIPTS = Object.entries(NAMES);
const QUICK = ['Latin', 'Arabic', 'Japanese', 'several scripts'];
const tagged = (script: string) => ({ tags: QUICK.includes(script) ? [] : ['deep'] });

/** As a PDF has it where it is no ASCII: UTF-16 with a mark, its special bytes escaped. */
function asPdfText(text: string): string {
  const plain = /^[ -~]*$/.test(text);
  const bytes = plain ? text : `\u00fe\u00ff${Buffer.from(text, 'utf16le').swap16().toString('latin1')}`;
  return bytes.replaceAll(/[\n\r\t\b\f()\\]/g, (byte) => ESCAPES[byte] ?? `\\${byte}`);
}
const ESCAPES: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' };

for (const [script, name] of SCRIPTS) {
  test(`a name in ${script} gives a PDF that says it`, tagged(script), async () => {
    const pdf = await certificateOf(name);
    expect(pdf.toString('latin1')).toContain(`/ActualText (${asPdfText(name)})`);
  });
}

test('the metadata is XML, also of a name with a character that XML lacks', async () => {
  const pdf = (await certificateOf('Ana\uffff \ufffeSouza')).toString('utf8');
  const [metadata = ''] = /<x:xmpmeta.*<\/x:xmpmeta>/s.exec(pdf) ?? [];
  expect(metadata).toMatch(/Ana. .Souza/);
  expect(metadata).not.toMatch(/[\ufffe\uffff]/);
});

test('a certificate is the same each time it is drawn', async () => {
  const { workspace, person, enrollment } = await completed(NAMES['several scripts']);
  const drawn = [];
  for (let n = 0; n < 3; n++) {
    const { bytes } = await get(workspace, person.email, `/certificates/${enrollment.id}`);
    drawn.push(Buffer.from(bytes).toString('base64'));
  }
  expect(new Set(drawn).size).toBe(1);
});

// rules/evidence 2
test('a question and an answer that are long are shortened, and whole in the evidence inside', async () => {
  const text = '火'.repeat(900);
  const { workspace, person, enrollment } = await completed('Ana Souza', { kind: 'short_text', text });
  const { bytes } = await get(workspace, person.email, `/certificates/${enrollment.id}`);
  expect(Buffer.from(bytes).toString('latin1')).toContain(asPdfText(`${'火'.repeat(500)}…`));
});

/** Some messages in Arabic; the others are English. */
const IN_ARABIC = {
  documentTitle: 'شهادة: {module}، {person}',
  heading: 'شهادة إتمام',
  hasCompletedWithScore: 'أتم هذا التدريب في {day} بنتيجة {percent, number} %.',
  course: 'الدورة',
  content: 'المحتوى',
  revision: 'المراجعة {number}، نشرها {name} في {day}',
  answers: 'الإجابات',
  right: 'صحيح',
};

/** The words of a certificate in Arabic, whether or not the server offers it. */
async function wordsInArabic() {
  const english: Record<string, string> = JSON.parse(
    await readFile(path.resolve(import.meta.dirname, '../../../../../shared/messages/en/certificate.json'), 'utf8'),
  );
  const catalogue = compileCatalogue(IN_ARABIC, english, 'ar');
  return { language: 'ar', t: createTranslator('certificate', () => ({ language: 'ar', catalogue })) };
}

/** Returns the evidence of a new completion, with its workspace, person and language. */
async function evidenceOf(name: string) {
  const completion = await completed(name);
  const ctx = server.make.contextOf(completion.workspace);
  return { ...completion, ...(await readCompletionEvidence(ctx, completion.enrollment.id)) };
}

// rules/evidence 2
test('a certificate is in the language of its person, or else of the workspace', async () => {
  const { workspace, person, enrollment, evidence, language } = await evidenceOf('Ana Souza');
  expect(language).toBe('en');
  const { pool } = server.db;
  const asked = async () => (await readCompletionEvidence(server.make.contextOf(workspace), enrollment.id)).language;
  await pool.query(`update workspaces set language = 'de' where id = $1`, [workspace.id]);
  expect(await asked()).toBe('de');
  await pool.query(`update users set language = 'ar' where id = $1`, [person.id]);
  expect(await asked()).toBe('ar');
  expect(JSON.stringify(evidence)).not.toContain('"ar"');
});

// rules/evidence 2
test('its words, dates and numbers are of its language, with names isolated in sentences', async () => {
  const { evidence } = await evidenceOf('Ana Souza');
  const { statement, facts, answers } = toCertificateText(evidence, await wordsInArabic());
  const day = new Intl.DateTimeFormat('ar', { dateStyle: 'long', timeZone: 'UTC' }).format(COMPLETED);
  const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '');
  expect(plain(statement)).toBe(`أتم هذا التدريب في ${day} بنتيجة ${new Intl.NumberFormat('ar').format(100)} %.`);
  const content = facts.find(({ label }) => label === 'المحتوى');
  expect(content?.value).toMatch(/نشرها \u2068.+\u2069 في /u);
  expect(answers[0]).toMatchObject({ question: expect.stringMatching(/\. \u2068/u), result: 'صحيح' });
});

// rules/evidence 2
test('a certificate says its language, and its title in it', async () => {
  const { evidence } = await evidenceOf('Ana Souza');
  const words = await wordsInArabic();
  const pdf = (await drawCertificatePdf(evidence, words)).toString('latin1');
  expect(pdf).toContain('/Lang (ar)');
  expect(pdf).toContain(`/ActualText (${asPdfText('شهادة إتمام')})`);
  expect(pdf).toContain(asPdfText('شهادة: Lockout، Ana Souza'));
});

const missing = lacking({
  qpdf: 'qpdf',
  pdffonts: 'poppler-utils',
  pdfinfo: 'poppler-utils',
  pdftotext: 'poppler-utils',
});

/** What a program says of a file; fails where it finds something wrong. */
function asked(program: string, args: string[], pdf: Buffer): string {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'certificate-')), 'certificate.pdf');
  writeFileSync(file, pdf);
  const given = args.includes('--qdf') || args.includes('-bbox') ? [...args, file, '-'] : [...args, file];
  const { status, stdout, stderr } = spawnSync(program, given, { encoding: 'utf8', maxBuffer: 1 << 28 });
  expect({ program, status, stderr }).toEqual({ program, status: 0, stderr: '' });
  return stdout;
}

const Fields = z.record(z.string(), z.unknown());
const Objects = z.object({ qpdf: z.tuple([z.unknown(), z.record(z.string(), z.unknown())]) });

/** The objects of a file by their names, streams by their dictionaries. */
function objectsOf(pdf: Buffer) {
  const read = Objects.parse(JSON.parse(asked('qpdf', ['--json', '--json-stream-data=none'], pdf))).qpdf[1];
  const field = (from: unknown, ...names: string[]): unknown =>
    names.reduce((at: unknown, name) => {
      const found = typeof at === 'string' && at.endsWith(' R') ? contentOf(read[`obj:${at}`]) : at;
      return Array.isArray(found) ? found[Number(name)] : Fields.parse(found)[name];
    }, from);
  const all = Object.entries(read)
    .filter(([name]) => name !== 'trailer')
    .map(([, object]) => contentOf(object));
  return { field, all, trailer: contentOf(read['trailer']) };
}

function contentOf(object: unknown): unknown {
  const { value, stream } = Fields.parse(object);
  return stream === undefined ? value : Fields.parse(stream)['dict'];
}

describe.skipIf(missing)(`what a certificate claims to be${missing ? ` (${missing})` : ''}`, () => {
  for (const [script, name] of SCRIPTS) {
    // rules/evidence 2
    test(`with a name in ${script}: sound, its fonts embedded, and every glyph a letter`, tagged(script), async () => {
      const pdf = await certificateOf(name);
      expect(asked('qpdf', ['--check'], pdf)).toContain('No syntax or stream encoding errors found');
      const [, , ...fonts] = asked('pdffonts', [], pdf).trim().split('\n');
      expect(fonts.length).toBeGreaterThanOrEqual(2);
      for (const font of fonts) expect(font).toMatch(/ CID TrueType +Identity-H +yes yes yes /);
      const drawn = asked('qpdf', ['--qdf', '--object-streams=disable'], pdf);
      // The glyph that stands for what a font lacks has the number 0.
      const shown = drawn.split('\n').filter((line) => line.endsWith(' TJ'));
      expect(shown.length).toBeGreaterThan(10);
      for (const line of shown) expect(line).not.toMatch(/<([\da-f]{4})*?0000/);
    });
  }

  test('a language from right to left begins its lines at the right', async () => {
    const { evidence } = await evidenceOf('Ana Souza');
    const right = (pdf: Buffer, word: string) =>
      Number(new RegExp(`xMax="([0-9.]{1,20})"[^>]{0,50}>${word}<`).exec(asked('pdftotext', ['-bbox'], pdf))?.[1]);
    const [arabic, english] = [
      await drawCertificatePdf(evidence, await wordsInArabic()),
      await drawCertificatePdf(evidence, createCertificateTranslator('en')),
    ];
    // The width of A4 without the margin of 56 points, and the column of values 110 points before it.
    expect(right(arabic, 'Souza')).toBeCloseTo(595.28 - 56, 0);
    expect(right(arabic, 'Safety')).toBeCloseTo(595.28 - 56 - 110, 0);
    expect(right(english, 'Souza')).toBeLessThan(300);
  });

  test('it says that it is PDF/A-3a, in metadata that XML readers take', async () => {
    const metadata = asked('pdfinfo', ['-meta'], await certificateOf(NAMES['signs of XML']));
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(metadata).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
    expect(metadata).toContain('Ana &lt;b&gt; &amp; &quot;Bo&quot;</rdf:li>');
  });

  // rules/evidence 2
  test('it has one tree of tags, of which each has text, and nothing is drawn outside of it', async () => {
    const pdf = await certificateOf(NAMES.Arabic);
    const { field, trailer } = objectsOf(pdf);
    expect(field(trailer, '/Root', '/MarkInfo', '/Marked')).toBe(true);
    expect(field(trailer, '/Root', '/Lang')).toBe('u:en');
    expect(asked('pdfinfo', [], pdf)).toMatch(/Tagged: +yes/);
    const tags = asked('pdfinfo', ['-struct'], pdf)
      .split('\n')
      .filter((line) => /^ *[A-Z]\w* \(block\)$|^Document$/.test(line));
    expect(tags.map((line) => line.trim().split(' ')[0])).toEqual([
      'Document',
      'P',
      'H1',
      'P',
      'P',
      'H2',
      ...Array(tags.length - 10).fill('P'),
      'H2',
      'P',
      'P',
      'P',
    ]);
    const drawn = asked('qpdf', ['--qdf', '--object-streams=disable'], pdf);
    const contents = drawn.split('\n').map((line) => line.trim());
    let depth = 0;
    for (const line of contents) {
      if (/ (BDC|BMC)$/.test(line)) depth += 1;
      if (line === 'EMC') depth -= 1;
      if (line === 'BT' || line === 'S') expect(depth, line).toBeGreaterThan(0);
    }
    expect(depth).toBe(0);
  });

  // rules/evidence 2
  test('its colours are those of a profile inside it, and its evidence is attached as the data that it is made of', async () => {
    const { field, trailer, all } = objectsOf(await certificateOf(NAMES.Latin));
    const intent = field(trailer, '/Root', '/OutputIntents', '0');
    expect(field(intent, '/S')).toBe('/GTS_PDFA1');
    expect(field(intent, '/DestOutputProfile', '/N')).toBe(3);
    const [attached, ...others] = z.array(z.string()).parse(field(trailer, '/Root', '/AF'));
    expect(others).toEqual([]);
    expect(field(attached, '/AFRelationship')).toBe('/Data');
    expect(field(attached, '/UF')).toBe('u:evidence.json');
    expect(field(attached, '/EF', '/F', '/Subtype')).toBe('/application/json');
    expect(field(attached, '/EF', '/F', '/Params', '/ModDate')).toMatch(/^u:D:20260301/);
    expect(z.array(z.string()).parse(field(trailer, '/ID'))).toHaveLength(2);
    // What an archive may not depend on.
    expect(field(trailer, '/Encrypt')).toBeUndefined();
    expect(JSON.stringify(all)).not.toMatch(/"\/(JavaScript|JS|Launch|URI|SMask|LZWDecode|FFilter)"/);
  });
});
