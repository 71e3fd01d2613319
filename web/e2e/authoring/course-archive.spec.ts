import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { newId } from '../../../server/src/platform/ids.ts';
import { encodeUtf8, readZip, streamZipArchive } from '../../../server/src/platform/zip.ts';
import { wav } from '../../../server/test/documents/make-recordings.ts';
import { clientOf } from '../colleagues.ts';
import { chooseFile } from './authoring-parts.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';
import { card, writeModule } from '../review/review-parts.ts';

// rules/courses-and-modules 14 and 15
test('a trainer downloads a course, and imports it as drafts of a new course', async ({ page, server, signInAs }) => {
  await signInAs('trainer');
  const { courses } = await clientOf(page.context(), server.origin).courses.list.query({});
  const found = courses.find(({ modules }) => modules > 0)!;
  await page.goto(`/demo/courses/${found.id}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('menuitem', { name: 'As an archive' }).click();
  const file = await (await downloading).path();
  await page.goto('/demo/courses');
  await page.getByRole('link', { name: 'Import course' }).click();
  const choose = (buffer: Buffer) => chooseFile(page, { name: 'course.json', mimeType: 'application/json', buffer });
  await choose(Buffer.from('{}'));
  await expect(page.getByRole('alert')).toContainText('This is not a course');
  await expectAccessible(page);
  const archive = JSON.parse(readFileSync(file, 'utf8'));
  archive.course.title = 'Brought in';
  await choose(Buffer.from(JSON.stringify(archive)));
  await expect(page.getByText(`Brought in: ${found.modules} module`)).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Open course' }).click();
  await expect(page.getByRole('heading', { name: 'Brought in' })).toBeVisible();
  await expect(page.getByText('Draft').first()).toBeVisible();
});

// rules/courses-and-modules 15
test('a course comes with its sound; what a file lacks is named', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('trainer');
  const sound = wav(2);
  const digest = createHash('sha256').update(sound).digest('hex');
  const media = [{ at: 'front', kind: 'sound', digest, alt: 'A horn' }];
  const cards = [1, 2].map((n) => ({ id: newId(), front: `Front ${n}`, back: 'Back', ...(n === 2 && { media }) }));
  const settings = { language: 'en', validity_days: null, pass_score: 0.8, max_attempts: 3, show_solutions: 'never' };
  const content = { flashcards: cards, quiz: [], content_hashes: { flashcards: '', quiz: '' } };
  const course = { title: 'With a horn', emoji: '📯' };
  const json = encodeUtf8(
    JSON.stringify({ format: 'course-archive-1', course, modules: [{ title: 'Signals', ...settings, ...content }] }),
  );
  async function* entries() {
    yield { name: 'course.json', body: [json] };
    yield { name: `media/${digest}`, stored: true as const, body: [sound] };
  }
  const zip = [];
  for await (const piece of streamZipArchive(entries(), new Date())) zip.push(piece);
  await page.goto('/demo/courses');
  await page.getByRole('link', { name: 'Import course' }).click();
  const choose = (buffer: Uint8Array, name: string) =>
    chooseFile(page, { name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) });
  await choose(json, 'course.json');
  await expect(page.getByRole('alert')).toContainText('Signals: card 2');
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await choose(Buffer.concat(zip), 'course.zip');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Open course' }).click();
  await expect(page.getByRole('heading', { name: 'With a horn' })).toBeVisible();
  const served = await page.request.get(`/media/demo/${digest}`);
  expect((await served.body()).equals(Buffer.from(sound))).toBe(true);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'As an archive' }).click();
  const files = readZip(new Uint8Array(readFileSync(await (await downloading).path())));
  expect([...files.keys()]).toEqual(['course.json', `media/${digest}`]);
});

// rules/courses-and-modules 16 and 17
test('a trainer downloads a course as CSV, and imports it with a preview of its rows', async ({
  page,
  server,
  signInAs,
}) => {
  await signInAs('trainer');
  const { courses } = await clientOf(page.context(), server.origin).courses.list.query({});
  const found = courses.find(({ published_modules: modules }) => modules > 0)!;
  await page.goto(`/demo/courses/${found.id}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'As a table (CSV)' }).click();
  const csv = readFileSync(await (await downloading).path(), 'utf8');
  await page.goto('/demo/courses');
  await page.getByRole('link', { name: 'Import course' }).click();
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a template (CSV)' }).click();
  expect(readFileSync(await (await template).path(), 'utf8')).toContain('"matching"');
  const buffer = Buffer.from(`${csv}"Other","en","essay"\r\n`);
  await chooseFile(page, { name: 'From a table.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('cell', { name: 'Dropped. No such kind' })).toBeVisible();
  await expect(page.getByText('1 dropped')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Open course' }).click();
  await expect(page.getByRole('heading', { name: 'From a table' })).toBeVisible();
});

// rules/courses-and-modules 19
test('a trainer downloads the questions of a course as QTI', async ({ page, server, signInAs }) => {
  await signInAs('trainer');
  const { courses } = await clientOf(page.context(), server.origin).courses.list.query({});
  const found = courses.find(({ published_modules: modules }) => modules > 0)!;
  await page.goto(`/demo/courses/${found.id}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await page.getByRole('menuitem', { name: 'As QTI 3.0' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^course-.*-qti-.*\.zip$/);
  expect(readFileSync(await download.path()).toString('latin1')).toContain('imsmanifest.xml');
});

// rules/courses-and-modules 18
test('a trainer adds the rows of a CSV file to a module, and not twice', async ({ page, trainer, signInAs }) => {
  const { id, address } = await writeModule(trainer, 'Ladders');
  const before = await trainer.api.modules.get.query({ id });
  const [known] = before.flashcards.cards;
  await signInAs('trainer');
  await page.goto(address);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const buffer = Buffer.from(`kind,id,text,back\ncard,${known!.id},Again,Again\ncard,,Three rungs,Stay below them\n`);
  await chooseFile(page, { name: 'Ladders.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByText('1 card and 0 questions to add')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Dropped. The module has it already' })).toBeVisible();
  await expectAccessible(page);
  // A colleague's edit meanwhile.
  const { version } = before.flashcards;
  const items = [...before.flashcards.cards, card('Meanwhile', 'Edited')];
  await trainer.api.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version, items });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else saved first');
  await expect(async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('1 card and 0 questions were added')).toBeVisible();
  }).toPass();
  await page.getByRole('link', { name: 'Open module' }).click();
  const { flashcards } = await trainer.api.modules.get.query({ id });
  expect(flashcards.cards.map(({ front }) => front).slice(-2)).toEqual(['Meanwhile', 'Three rungs']);
  expect(flashcards.cards.filter(({ front }) => front === 'Three rungs')).toHaveLength(1);
});

// rules/courses-and-modules 19, rules/courses-and-modules 22
test(
  'a trainer imports questions of a QTI package, with a preview of its items',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    await signInAs('trainer');
    const { courses } = await clientOf(page.context(), server.origin).courses.list.query({});
    const found = courses.find(({ published_modules: modules }) => modules > 0)!;
    await page.goto(`/demo/courses/${found.id}`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: 'As QTI 3.0' }).click();
    const file = await (await downloading).path();
    await page.goto('/demo/courses/import');
    const choose = async (name: string, buffer: Buffer) => {
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: /^Choose a/ }).click();
      await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer });
    };
    await choose('essay.xml', Buffer.from('<assessmentItem><itemBody/></assessmentItem>'));
    await expect(page.getByRole('cell', { name: 'Dropped. It asks nothing' })).toBeVisible();
    await choose('From elsewhere.zip', readFileSync(file));
    await expect(page.getByText(/ rows? kept, 0 changed or incomplete, 0 dropped/)).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('link', { name: 'Open course' }).click();
    await expect(page.getByRole('heading', { name: 'From elsewhere' })).toBeVisible();
  },
);
