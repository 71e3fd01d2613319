import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { processPackage } from '@citolab/qti-convert/qti-helper';
import { requestItem, testLoader } from '@citolab/qti-convert/qti-loader';
import { qtiTransform } from '@citolab/qti-convert/qti-transformer';
import type { Question } from '@training/shared/courses/courses';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { escapeHtml } from '../../../platform/html-page.ts';
import { parseXmlWithHandlers, type XmlStartTag } from '../../../platform/documents/readers/xml.ts';
import { authoringOn, card, sendMedia } from '../modules/authoring-fixture.ts';
import { allKinds } from './all-kinds-fixture.ts';
import { markdownToBlockXhtml, markdownToInlineXhtml } from './qti-content.ts';
import { renderQtiItemXml } from './qti-item.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'qti-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { make } = server;
const { trainer } = authoringOn(server);

/** Returns all elements of a document in their order. */
function elementsOf(xml: Uint8Array): XmlStartTag[] {
  const found: XmlStartTag[] = [];
  parseXmlWithHandlers(Buffer.from(xml), { open: (element) => found.push(element) });
  return found;
}

const named = (elements: XmlStartTag[], name: string) =>
  elements.filter((each) => each.name === name).map(({ attributes }) => attributes);

/** A trainer with a module of these questions, and its package. */
async function exported(quiz: Question[], settings: object = {}) {
  const author = await trainer();
  const { client, course, user, workspace } = author;
  const { id } = await client.modules.create.mutate({ course_id: course.id, title: 'Brakes & “loads”' });
  await client.modules.update.mutate({
    id,
    settings_version: 1,
    title: 'Brakes & “loads”',
    pass_score: 0.75,
    ...settings,
  });
  await client.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version: 1, items: [card()] });
  await client.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: 1, items: quiz });
  const cookie = await server.signIn(user.email);
  const get = (query = '', as = cookie) =>
    fetch(`${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/qti${query}`, {
      headers: { cookie: as },
    });
  return { ...author, id, get };
}

/** Returns the faults that another reader finds in a package, and the items of its first test. */
async function readElsewhere(bytes: Uint8Array<ArrayBuffer>) {
  // It converts every item from QTI 2 as well, for which its converter isn't installed.
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { errors } = await processPackage(new Blob([bytes]), '', false);
  complaints.mockRestore();
  const files = unzipSync(bytes);
  const host = createServer(({ url = '' }, response) => response.end(files[url.slice(1)]));
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const { port } = host.address() as AddressInfo;
  try {
    const { items, assessmentLocation, testIdentifier } = await testLoader(`http://127.0.0.1:${port}/imsmanifest.xml`);
    const read = [];
    for (const { identifier, href } of items) {
      const xml = await requestItem(new URL(href, `${assessmentLocation}/`).href, false);
      const [interaction] = /<qti-[a-z-]+-interaction/.exec(qtiTransform(xml).xml()) ?? [];
      read.push({ identifier, interaction: interaction?.slice('<qti-'.length) });
    }
    return { testIdentifier, items: read, errors: errors.filter((error) => !error.includes('XSLT')) };
  } finally {
    host.close();
  }
}

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

// rules/courses-and-modules 19
test('a module with every kind of question is a package that another reader accepts without an error', async () => {
  const quiz = allKinds();
  const { get } = await exported(quiz);
  const response = await get();
  expect(response.headers.get('content-disposition')).toMatch(/course-.*-qti-.*\.zip/);
  const bytes = await bytesOf(response);
  const interactions = ['choice', 'choice', 'text-entry', 'text-entry', 'order', 'match', 'extended-text'];
  expect(await readElsewhere(bytes)).toEqual({
    testIdentifier: 'test-1',
    errors: [],
    items: quiz.map(({ id }, n) => ({ identifier: `q-${id}`, interaction: `${interactions[n]}-interaction` })),
  });
  const files = unzipSync(bytes);
  const resources = elementsOf(files['imsmanifest.xml']!);
  for (const { href } of named(resources, 'file')) expect(files).toHaveProperty([href!]);
  expect(named(resources, 'file')).toHaveLength(Object.keys(files).length - 1);
  expect(named(resources, 'resource').map(({ type }) => type)).toContain('imsqti_test_xmlv3p0');
});

// rules/courses-and-modules 19
test('partial credit, tolerance, draw and pass scores are said in the words of the standard', async () => {
  const quiz = [...allKinds(), ...allKinds()].map((question, n) => ({
    ...question,
    ...(n % 2 === 0 && { topic: 'Safety' }),
  }));
  const draw = { questions_per_attempt: 4, topic_scores: [{ topic: 'Safety', pass_score: 1 }] };
  const { get } = await exported(quiz, draw);
  const files = unzipSync(await bytesOf(await get()));
  const item = (kind: string) => elementsOf(files[`items/1/${quiz.find((each) => each.kind === kind)!.id}.xml`]!);
  const values = (kind: string) => named(item(kind), 'qti-map-entry').map((entry) => entry['mapped-value']);
  expect(values('multiple_choice')).toEqual(['0.5', '0.5', '-1']);
  expect(values('matching')).toEqual(['0.5', '0.5']);
  expect(named(item('number'), 'qti-equal')).toEqual([{ 'tolerance-mode': 'relative', tolerance: '5 5' }]);
  const outline = elementsOf(files['tests/module-1.xml']!);
  const outcomes = named(outline, 'qti-outcome-declaration');
  expect(outcomes.map((each) => [each.identifier, each['mastery-value']])).toEqual([
    ['SCORE', '0.75'],
    ['TOPIC_1', '1'],
    ['PASSED', undefined],
  ]);
  expect(named(outline, 'qti-assessment-section')).toHaveLength(2);
  expect(named(outline, 'qti-selection')).toEqual([{ select: '2' }, { select: '2' }]);
  expect(named(outline, 'qti-assessment-item-ref').filter(({ category }) => category === 'topic-1')).toHaveLength(7);
});

// rules/courses-and-modules 19
test('pictures are in the package once, with their alternative texts', async () => {
  const author = await trainer();
  const { client, course, user, workspace } = author;
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const { id: piece } = await client.media.upload.mutate(new Blob([new Uint8Array(picture)]));
  const { digest } = await client.media.add.mutate({ pieces: [piece] });
  const media = [
    { at: 'prompt' as const, kind: 'picture' as const, digest, alt: 'A “forklift” <1>' },
    { at: 'option' as const, option: 1, kind: 'picture' as const, digest, alt: '', decorative: true as const },
  ];
  const [single] = allKinds();
  const quiz = [
    { ...single!, media },
    { ...single!, id: newId(), media },
  ];
  const { id } = await client.modules.create.mutate({ course_id: course.id, title: 'Lifting' });
  await client.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: 1, items: quiz });
  const cookie = await server.signIn(user.email);
  const address = `${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/qti?module_id=${id}`;
  const files = unzipSync(await bytesOf(await fetch(address, { headers: { cookie } })));
  const name = `media/${digest}.webp`;
  expect(Object.keys(files).filter((file) => file.startsWith('media/'))).toEqual([name]);
  expect((await sharp(Buffer.from(files[name]!)).metadata()).format).toBe('webp');
  expect(named(elementsOf(files[`items/1/${quiz[0]!.id}.xml`]!), 'img')).toEqual([
    { src: `../../${name}`, alt: 'A “forklift” <1>' },
    { src: `../../${name}`, alt: '', role: 'presentation' },
  ]);
});

// rules/courses-and-modules 19
test('areas of a picture are shapes in its pixels', async () => {
  const { client, course, user, workspace } = await trainer();
  const picture = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const { id: piece } = await client.media.upload.mutate(new Blob([new Uint8Array(picture)]));
  const { digest } = await client.media.add.mutate({ pieces: [piece] });
  const hotspot: Question = {
    id: newId(),
    kind: 'hotspot',
    prompt: 'Where is the brake?',
    explanation: '',
    options: ['The brake', 'The horn'],
    areas: [
      { shape: 'rectangle', x: 0, y: 0, width: 500, height: 500 },
      { shape: 'ellipse', x: 500, y: 0, width: 500, height: 500 },
    ],
    correct: [0],
    media: [{ at: 'prompt', kind: 'picture', digest, alt: 'A cabin' }],
  };
  const { id } = await client.modules.create.mutate({ course_id: course.id, title: 'Cabin' });
  await client.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: 1, items: [hotspot] });
  const address = `${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/qti`;
  const files = unzipSync(
    await bytesOf(await fetch(address, { headers: { cookie: await server.signIn(user.email) } })),
  );
  const elements = elementsOf(files[`items/1/${hotspot.id}.xml`]!);
  expect(named(elements, 'img')).toEqual([
    { src: `../../media/${digest}.webp`, alt: 'A cabin', width: '200', height: '100' },
  ]);
  expect(named(elements, 'qti-hotspot-choice')).toEqual([
    { identifier: 'C0', shape: 'rect', coords: '0,0,100,50', 'hotspot-label': 'The brake' },
    { identifier: 'C1', shape: 'ellipse', coords: '150,25,50,25', 'hotspot-label': 'The horn' },
  ]);
});

// rules/courses-and-modules 19
test('texts with marks, signs of XML and control characters are well-formed, and long syntax is text', async () => {
  const prompt =
    '**Bold** <br> & \u0001 &#12; &#x1f; ]]> \u{1f69c}\n\n| a | b |\n| :-- | --- |\n| 1 | 2 |\n\n![x](https://example.com/x)';
  const [single] = allKinds();
  const { get } = await exported([
    { ...single!, prompt, explanation: '>'.repeat(5_000) },
    { ...single!, id: newId(), prompt: '', explanation: '', options: ['A'], correct: 9 } as Question,
  ]);
  const bytes = await bytesOf(await get());
  expect(await readElsewhere(bytes)).toMatchObject({ errors: [], items: [{}, {}] });
  const elements = elementsOf(unzipSync(bytes)[`items/1/${single!.id}.xml`]!).map(({ name }) => name);
  expect(elements).toEqual(expect.arrayContaining(['strong', 'table', 'a']));
  expect(elements).not.toContain('blockquote');
});

// rules/courses-and-modules 19
test.each(['1) ', '=\n', '- ', '\n- a', '<?\n', '*a_', '_*'])(
  'a text of many %j is exported as it is typed',
  (sign) => {
    const text = sign.repeat(1_000);
    const typed = escapeHtml(text);
    expect([markdownToBlockXhtml(text), markdownToInlineXhtml(text)]).toEqual([`<p>${typed}</p>`, typed]);
  },
);

// rules/courses-and-modules 19
test('lists are read eight deep', () => {
  expect(markdownToBlockXhtml(`${'- '.repeat(8)}a`)).toContain('<ul>');
  expect(markdownToBlockXhtml(`${'1) '.repeat(9)}a`)).not.toContain('<ol>');
});

// rules/courses-and-modules 19
test('a percent of a negative number is said as an absolute tolerance', () => {
  const [number] = allKinds().filter((each) => each.kind === 'number');
  const xml = renderQtiItemXml({ ...number!, value: -25 }, 'en', () => undefined);
  const [equal] = named(elementsOf(Buffer.from(xml)), 'qti-equal');
  expect(equal).toEqual({ 'tolerance-mode': 'absolute', tolerance: '1.25 1.25' });
});

// rules/courses-and-modules 19
test(
  'media that the storage has lost are left out, and those that fit no ZIP are refused',
  { tags: ['deep'] },
  async () => {
    const { client, course, user, workspace } = await trainer();
    const media = [];
    for (const width of [8, 9]) {
      const picture = sharp({ create: { width, height: 9, channels: 3, background: '#c33' } });
      const { digest } = await sendMedia(client, await picture.png().toBuffer());
      media.push({ at: 'prompt' as const, kind: 'picture' as const, digest, alt: 'A brake' });
    }
    const { id } = await client.modules.create.mutate({ course_id: course.id, title: 'Cabin' });
    const items = [{ ...allKinds()[0]!, media }];
    await client.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: 1, items });
    rmSync(path.join(DATA_DIR, 'storage', workspace.id), { recursive: true });
    const headers = { cookie: await server.signIn(user.email) };
    const get = () => fetch(`${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/qti`, { headers });
    const files = unzipSync(await bytesOf(await get()));
    expect(Object.keys(files).filter((name) => name.startsWith('media/'))).toEqual([]);
    expect(named(elementsOf(files[`items/1/${items[0]!.id}.xml`]!), 'img')).toEqual([]);
    await server.db.pool.query('update media set size = 2147483647 where workspace_id = $1', [workspace.id]);
    const refused = await get();
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('too many for one file');
  },
);

// rules/courses-and-modules 19
test('a package is made for those who may read the drafts', async () => {
  const { workspace, get } = await exported(allKinds());
  expect((await get(`?module_id=${newId()}`)).status).toBe(404);
  const outsider = await make.user(workspace, { role: 'trainer', departmentId: (await make.department(workspace)).id });
  expect((await get('', await server.signIn(outsider.email))).status).toBe(404);
  const learner = await make.user(workspace, { role: 'learner' });
  expect((await get('', await server.signIn(learner.email))).status).toBe(403);
  const stranger = await make.user(await make.workspace(), { role: 'super_admin' });
  expect((await get('', await server.signIn(stranger.email))).status).toBe(403);
});
