import { readFileSync } from 'node:fs';
import { picture, pptxOf, shape } from '../../../server/test/documents/make-office.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';
import { writeModule } from '../review/review-parts.ts';
import { chooseFile } from './authoring-parts.ts';
import { png } from './png.ts';

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Slides with a picture of their own each, and one without content. */
const deck = pptxOf([
  ...Array.from({ length: 6 }, (_, n) => ({
    shapes:
      shape([`Step ${n + 1}`], 'title') +
      shape(['Close the valve', 'Wait'], 'body') +
      picture(`p${n}.png`, n === 1 ? '' : `The valve at step ${n + 1}`),
    notes: 'Show the real valve.',
    media: { [`p${n}.png`]: png(300 + n, 200) },
  })),
  { shapes: shape(['Thank you'], 'title') },
]);

// rules/courses-and-modules 18, rules/courses-and-modules 20
test('a trainer imports a deck of slides with pictures into a module', async ({ page, trainer, signInAs }) => {
  const { id, address } = await writeModule(trainer, 'Valves', { cards: [] });
  await signInAs('trainer');
  await page.goto(address);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await chooseFile(page, { name: 'Valves.pptx', mimeType: PPTX, buffer: deck });
  await expect(page.getByText('6 cards and 0 questions to add')).toBeVisible();
  await expect(page.getByText('5 slides kept, 1 changed or incomplete, 1 dropped')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Dropped. The slide has only a title' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The valve at step 1', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const notes = page.getByRole('checkbox', { name: 'Put speaker notes at the end of the back' });
  await notes.uncheck();
  const held = Promise.withResolvers<void>();
  await page.route(/modules\.append/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  // What is being sent can't be changed: it would be sent a second time.
  await expect(notes).toBeHidden();
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeDisabled();
  held.resolve();
  await expect(page.getByText('6 cards and 0 questions were added')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeEnabled();
  await expect(notes).toBeHidden();
  const { cards } = (await trainer.api.modules.get.query({ id })).flashcards;
  expect(cards).toHaveLength(6);
  expect(cards[0]).toMatchObject({
    front: 'Step 1',
    back: '- Close the valve\n- Wait',
    media: [{ at: 'back', kind: 'picture', alt: 'The valve at step 1' }],
    source: { name: 'Valves.pptx, slide 1' },
  });
  await page.getByRole('link', { name: 'Open module' }).click();
  await expect(page.getByText('Still missing: Describe what each picture shows')).toHaveCount(1);
});

// rules/courses-and-modules 17
test('the workbook template is imported as it is, into a new module of a course', async ({
  page,
  trainer,
  signInAs,
}) => {
  const { course_id } = await writeModule(trainer, 'Workbooks');
  await signInAs('trainer');
  await page.goto(`/demo/courses/${course_id}`);
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download a template (XLSX)' }).click();
  const buffer = readFileSync(await (await downloading).path());
  await chooseFile(page, { name: 'Workbook.xlsx', mimeType: 'application/octet-stream', buffer });
  await expect(page.getByText(', 0 dropped')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('link', { name: 'Open course' }).click();
  await expect(page.getByRole('link', { name: 'Title of the module' })).toBeVisible();
  const { modules } = await trainer.api.courses.get.query({ id: course_id });
  expect(modules).toMatchObject([{ title: 'Workbooks' }, { title: 'Title of the module', flashcards: 1 }]);
});
