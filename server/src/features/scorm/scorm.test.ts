import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Question } from '@training/shared/courses/courses';
import type { ScormModule } from '@training/shared/courses/scorm';
import { SaxesParser } from 'saxes';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { readZip } from '../../platform/zip.ts';
import { card, edit, question, refused } from '../reviews/reviews-fixture.ts';
import { revisionsOn } from '../reviews/revisions-fixture.ts';
import { bringUpToDate } from '../translations/translations-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'scorm-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const cast = await revisionsOn(server);
const { make, db } = server;
const { trainer, reviewer, workspace } = cast;

const spoken = (prompt: string): Question => ({
  id: newId(),
  kind: 'spoken',
  prompt,
  explanation: '',
  rubric: ['Brakes'],
});

const get = (course: string, query = '', headers: Record<string, string> = trainer.headers, slug = workspace.slug) =>
  fetch(`${server.base}/api/workspaces/${slug}/courses/${course}/scorm${query}`, { headers });

/** The files of a package, as text. */
async function packed(course: string, query = '') {
  const response = await get(course, query);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/filename="scorm-[\w-]+\.zip"/);
  const files = readZip(new Uint8Array(await response.arrayBuffer()));
  return { files, textOf: (name: string) => Buffer.from(files.get(name) ?? []).toString() };
}

/** The module in a page of a package. */
function moduleIn(page: string): ScormModule {
  const [, json = ''] = /<script id="module" type="application\/json">(.*?)<\/script>/s.exec(page) ?? [];
  return JSON.parse(json);
}

/** The elements of a document in order, each with its attributes and text. */
function elementsOf(document: string) {
  const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const open: number[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => open.push(elements.push({ name, attributes, text: '' }) - 1));
  parser.on('text', (text) => {
    const element = elements[open.at(-1) ?? -1];
    if (element) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => expect.unreachable(error.message));
  parser.write(document).close();
  return (name: string) => elements.filter((each) => each.name === name);
}

async function courseOf(module: string): Promise<string> {
  const { rows } = await db.pool.query<{ course_id: string }>('select course_id from modules where id = $1', [module]);
  return rows[0]!.course_id;
}

/** A course of two published modules and a draft. */
async function taught() {
  const title = 'Brakes & "<clutch>"';
  const first = await cast.published({
    title,
    cards: [card('</script><b>One'), card('Two')],
    questions: [question('Typed?'), spoken('Explain\nthe brakes')],
  });
  const second = await cast.published({ title: 'Tyres', questions: [question()] });
  const course = await courseOf(first);
  await db.pool.query('update modules set course_id = $1, position = 1 where id = $2', [course, second]);
  await trainer.client.modules.create.mutate({ course_id: course, title: 'Draft' });
  return { course, first, second, title };
}

// rules/courses-and-modules 21
test('a course is a package with a valid manifest: one SCO for each published module, and each file once', async () => {
  const { course, first, second, title } = await taught();
  const { files, textOf } = await packed(course);
  const elements = elementsOf(textOf('imsmanifest.xml'));
  expect(elements('schema').map(({ text }) => text)).toEqual(['ADL SCORM']);
  expect(elements('schemaversion').map(({ text }) => text)).toEqual(['1.2']);
  const [organizations, organization] = [elements('organizations')[0]!, elements('organization')[0]!];
  expect(organizations.attributes['default']).toBe(organization.attributes['identifier']);
  const items = elements('item').map(({ attributes }) => attributes);
  expect(items).toMatchObject([{ identifier: `item-${first}` }, { identifier: `item-${second}` }]);
  expect(elements('title').map(({ text }) => text)).toEqual([expect.any(String), title, 'Tyres']);
  expect(elements('adlcp:masteryscore').map(({ text }) => text)).toEqual(['80', '80']);
  const resources = elements('resource').map(({ attributes }) => attributes);
  expect(resources).toMatchObject([
    { identifier: items[0]!['identifierref'], 'adlcp:scormtype': 'sco', href: 'module-1.html' },
    { identifier: items[1]!['identifierref'], 'adlcp:scormtype': 'sco', href: 'module-2.html' },
    { identifier: 'player', 'adlcp:scormtype': 'asset' },
  ]);
  expect(elements('dependency').map(({ attributes }) => attributes['identifierref'])).toEqual(['player', 'player']);
  const listed = elements('file').map(({ attributes }) => attributes['href']);
  expect(new Set(['imsmanifest.xml', ...listed])).toEqual(new Set(files.keys()));
  expect(listed).toHaveLength(files.size - 1);
  expect(files.get('player.js')!.length).toBeGreaterThan(100_000);
  const page = textOf('module-1.html');
  expect(page).toContain('<title>Brakes &amp; &quot;&lt;clutch&gt;&quot;</title>');
  expect(page.match(/<script/g)).toHaveLength(2);
  expect(moduleIn(page).languages[0]!.cards[0]!.front).toBe('</script><b>One');
});

// rules/courses-and-modules 21
test('a preview and the package say what is left out: spoken questions, and what isn’t published', async () => {
  const { course, first, second, title } = await taught();
  const preview = await trainer.client.scorm.preview.query({ course_id: course });
  expect(preview).toMatchObject({
    modules: [
      { id: first, title, revision: 1, cards: 2, questions: 1, languages: ['en'], left_out: ['Explain\nthe brakes'] },
      { id: second, cards: 1, questions: 1, left_out: [] },
    ],
    unpublished: ['Draft'],
    is_too_large: false,
  });
  const { textOf } = await packed(course);
  expect(textOf('README.txt')).toContain('only: Explain the brakes');
  expect(textOf('README.txt')).not.toContain('Draft');
  expect(moduleIn(textOf('module-1.html')).languages[0]!.questions.map(({ prompt }) => prompt)).toEqual(['Typed?']);
  expect(textOf('module-1.html')).not.toContain('Explain');
  const one = await packed(course, `?module_id=${second}`);
  expect([...one.files.keys()]).toContain('index.html');
  expect(moduleIn(one.textOf('index.html')).languages[0]!.title).toBe('Tyres');
});

// rules/courses-and-modules 21
test('what leaves is the published revision, never the draft, with its approved translation', async () => {
  const source = { quote: 'Secret quote', name: 'Manual', url: null, suggestion_id: null };
  const items = [{ ...card('Published'), source }];
  const id = await cast.published({ cards: items, questions: [question('Asked?')] });
  const named = { module_id: id, language: 'de' };
  await trainer.client.translations.add.mutate(named);
  await bringUpToDate(cast, named);
  await trainer.client.reviews.revise.mutate({ module_id: id });
  await edit(trainer.client, id, 'flashcards', [{ ...items[0]!, front: 'Unfinished' }]);
  const { textOf } = await packed(await courseOf(id), `?module_id=${id}`);
  const { languages, revision, media, pass_score } = moduleIn(textOf('index.html'));
  expect({ revision, media, pass_score }).toEqual({ revision: 1, media: {}, pass_score: 0.8 });
  expect(languages).toMatchObject([
    { code: 'en', cards: [{ front: 'Published' }], questions: [{ prompt: 'Asked?', accepted: ['This one'] }] },
    { code: 'de', cards: [{ front: 'de: Published' }], questions: [{ accepted: ['de: This one'] }], untranslated: [] },
  ]);
  expect(textOf('index.html')).not.toContain('Unfinished');
  expect(textOf('index.html')).not.toContain('Secret quote');
});

// rules/courses-and-modules 21
test('pictures are in the package under a name with their type, and one of a question left out isn’t', async () => {
  const add = async (background: string) => {
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer();
    const { id } = await trainer.client.media.upload.mutate(new Blob([new Uint8Array(png)]));
    return trainer.client.media.add.mutate({ pieces: [id] });
  };
  const [red, blue] = [await add('#c33'), await add('#33c')];
  const shown = (digest: string) => ({ digest, kind: 'picture' as const, alt: 'A gauge' });
  const id = await cast.published({
    cards: [{ ...card(), media: [{ at: 'front', ...shown(red.digest) }] }],
    questions: [question(), { ...spoken('Say it'), media: [{ at: 'prompt', ...shown(blue.digest) }] }],
  });
  const { files, textOf } = await packed(await courseOf(id), `?module_id=${id}`);
  const place = `media/${red.digest}.webp`;
  expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([place]);
  expect(moduleIn(textOf('index.html')).media).toEqual({ [red.digest]: place });
  const served = await fetch(`${server.base}/media/${workspace.slug}/${red.digest}`, { headers: trainer.headers });
  expect(Buffer.from(files.get(place)!).equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
});

// rules/courses-and-modules 21
test('a topic with a pass score of its own leaves the decision to the package, without a mastery score', async () => {
  const { module } = await cast.module({ status: 'draft' });
  await cast.write(module.id, { questions: [{ ...question(), topic: 'Safety' }], cards: [card()] });
  const { settings_version } = await trainer.client.modules.get.query({ id: module.id });
  const topic_scores = [{ topic: 'Safety', pass_score: 1 }];
  await trainer.client.modules.update.mutate({ id: module.id, settings_version, topic_scores });
  await cast.publish(module.id);
  const { textOf } = await packed(await courseOf(module.id));
  expect(elementsOf(textOf('imsmanifest.xml'))('adlcp:masteryscore')).toEqual([]);
  expect(moduleIn(textOf('index.html'))).toMatchObject({
    topic_scores,
    languages: [{ questions: [{ topic: 'Safety' }] }],
  });
});

// rules/courses-and-modules 21
test('a topic whose pass score doesn’t count, because its questions are all spoken, is named', async () => {
  const { module } = await cast.module({ status: 'draft' });
  const about = (topic: string, of: Question) => ({ ...of, topic });
  const questions = [about('Fire', spoken('Speak')), about('Both', spoken('Tell')), about('Both', question())];
  await cast.write(module.id, { questions, cards: [card()] });
  const { settings_version } = await trainer.client.modules.get.query({ id: module.id });
  const topic_scores = ['Fire', 'Both'].map((topic) => ({ topic, pass_score: 1 }));
  await trainer.client.modules.update.mutate({ id: module.id, settings_version, topic_scores });
  await cast.publish(module.id);
  const course = await courseOf(module.id);
  const { modules } = await trainer.client.scorm.preview.query({ course_id: course, module_id: module.id });
  expect(modules).toMatchObject([{ topics_left_out: ['Fire'] }]);
  const readme = (await packed(course, `?module_id=${module.id}`)).textOf('README.txt');
  expect(readme).toMatch(/pass mark .*: Fire/);
  expect(readme).not.toContain('Both');
});

// rules/courses-and-modules 21
test('only those who may read the drafts download a package, of what is published and not too large', async () => {
  const { course, first } = await taught();
  const [learner, stranger] = [cast.learner, await make.user(await make.workspace(), { role: 'super_admin' })];
  expect((await get(course, '', learner.headers)).status).toBe(403);
  expect((await get(course, '', cast.outsider.headers)).status).toBe(404);
  expect((await get(course, '', { cookie: await server.signIn(stranger.email) })).status).toBe(403);
  expect((await get(course, `?module_id=${newId()}`)).status).toBe(404);
  await refused(learner.client.scorm.preview.query({ course_id: course }), 403, 'forbidden');
  await refused(cast.outsider.client.scorm.preview.query({ course_id: course }), 404, 'course_not_found');
  const draft = await cast.module({ status: 'draft' });
  expect(await (await get(draft.course.id)).json()).toMatchObject({ status: 409, code: 'module_not_published' });
  expect((await get(course, '', reviewer.headers)).status).toBe(200);

  const { id } = await trainer.client.media.upload.mutate(new Blob(['WEBVTT\n\n00:01.000 --> 00:02.500\nLift\n']));
  const { digest } = await trainer.client.media.add.mutate({ pieces: [id] });
  await db.pool.query(`update media set size = $1, kind = 'film' where digest = $2`, [2 ** 30, digest]);
  await trainer.client.reviews.revise.mutate({ module_id: first });
  await edit(trainer.client, first, 'flashcards', [
    { ...card(), media: [{ at: 'front', kind: 'film', digest, alt: 'Braking' }] },
  ]);
  await cast.publish(first);
  expect(await trainer.client.scorm.preview.query({ course_id: course })).toMatchObject({ is_too_large: true });
  expect((await get(course)).status).toBe(413);
});
