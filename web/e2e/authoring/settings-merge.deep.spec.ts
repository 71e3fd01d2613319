import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { dialog, writeModule } from '../review/review-parts.ts';

const title = (page: Page) => dialog(page).getByRole('textbox', { name: 'Title' });
const validity = (page: Page) => dialog(page).getByLabel('Expires after (days)');
const score = (page: Page) => dialog(page).getByLabel('Pass mark (%)');
const notice = (page: Page) => dialog(page).getByRole('alert');
const clash = (page: Page, name: string) =>
  dialog(page).getByRole('radiogroup', { name: `${name}: you both changed it` });
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click();

async function open(page: Page, address: string, button: string) {
  await page.goto(address);
  await page.getByRole('button', { name: button }).click();
  await expect(title(page)).toBeVisible();
}

test('what two tabs change of a module’s settings is merged, and what both change is chosen', async ({
  page,
  trainer,
  browser,
  server,
  signInAs,
}) => {
  const { id, address } = await writeModule(trainer, 'Settings of two');
  await trainer.api.modules.update.mutate({ id, settings_version: 1, pass_score: 0.125 });
  await signInAs('trainer', 'Tina Example');
  // A browser slows a page down that is behind another one.
  const behind = await browser.newContext({
    baseURL: server.origin,
    storageState: await page.context().storageState(),
  });
  const other = await behind.newPage();
  await open(page, address, 'Settings');
  await open(other, address, 'Settings');
  const stored = () => trainer.api.modules.get.query({ id });

  // A title alone: what was not touched is not written again.
  await expect(score(page)).toHaveValue('12.5');
  await title(page).fill('Settings of one');
  await save(page);
  await expect(dialog(page)).toBeHidden();
  expect(await stored()).toMatchObject({ title: 'Settings of one', pass_score: 0.125, settings_version: 3 });
  await expect(page.getByRole('main')).toContainText('Pass mark 12.5 %');

  // The other tab still has what was there before it.
  await validity(other).fill('90');
  await save(other);
  await expect(notice(other)).toContainText('Tina Example changed title or settings');
  await expect(notice(other).getByRole('listitem')).toHaveText('Title: Settings of two → Settings of one');
  await expect(title(other)).toHaveValue('Settings of one');
  await expect(validity(other)).toHaveValue('90');
  await save(other);
  await expect(dialog(other)).toBeHidden();
  expect(await stored()).toMatchObject({ title: 'Settings of one', validity_days: 90, pass_score: 0.125 });

  // Both change the same two fields, and somebody else a third.
  await open(page, address, 'Settings');
  await trainer.api.modules.update.mutate({
    id,
    settings_version: 4,
    title: 'Theirs',
    validity_days: 30,
    pass_score: 0.5,
  });
  await title(page).fill('Mine');
  await score(page).fill('70');
  await save(page);
  await expect(notice(page)).toContainText('Toni Berger changed title or settings');
  await expect(notice(page).getByRole('listitem')).toHaveText('Expires: after 90 days → after 30 days');
  await expect(clash(page, 'Title').getByRole('radio', { name: 'Keep mine: Mine' })).toBeFocused();
  await expect(clash(page, 'Pass mark').getByRole('radio', { checked: true })).toHaveCount(0);
  await expectAccessible(page);
  await save(page);
  await expect(clash(page, 'Title')).toHaveAccessibleDescription('Choose one, then save');
  await clash(page, 'Title').getByRole('radio', { name: 'Keep mine: Mine' }).check();
  await save(page);
  await expect(clash(page, 'Pass mark')).toHaveAccessibleDescription('Choose one, then save');
  await expect(clash(page, 'Pass mark').getByRole('radio', { name: 'Keep mine: 70 %' })).toBeFocused();
  await clash(page, 'Pass mark').getByRole('radio', { name: 'Use theirs: 50 %' }).check();
  await expect(title(page)).toHaveValue('Mine');
  await expect(score(page)).toHaveValue('50');
  await expect(clash(page, 'Pass mark').getByRole('radio', { name: 'Keep mine: 70 %' })).not.toBeChecked();
  expect(await stored()).toMatchObject({ title: 'Theirs', settings_version: 5 });
  await save(page);
  await expect(dialog(page)).toBeHidden();
  expect(await stored()).toMatchObject({ title: 'Mine', validity_days: 30, pass_score: 0.5, settings_version: 6 });
  await behind.close();
});

test(
  'what two tabs change of a course’s title and emoji is merged, and what both change is chosen',
  { tag: '@deep' },
  async ({ page, trainer, signInAs }) => {
    const { id } = await trainer.api.courses.create.mutate({ title: 'Course of two', emoji: '🧯' });
    await signInAs('trainer', 'Tina Example');
    await open(page, `/demo/courses/${id}`, 'Edit title and emoji');
    await trainer.api.courses.update.mutate({ id, version: 1, emoji: '🚜' });
    await title(page).fill('Mine');
    await save(page);
    await expect(notice(page).getByRole('listitem')).toHaveText('Emoji: 🧯 → 🚜');
    await trainer.api.courses.update.mutate({ id, version: 2, title: 'Theirs' });
    await save(page);
    await clash(page, 'Title').getByRole('radio', { name: 'Keep mine: Mine' }).check();
    await save(page);
    await expect(dialog(page)).toBeHidden();
    expect(await trainer.api.courses.get.query({ id })).toMatchObject({ title: 'Mine', emoji: '🚜', version: 4 });
  },
);
