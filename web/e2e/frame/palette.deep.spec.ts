import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { card, writeModule } from '../review/review-parts.ts';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const options = (page: Page) => page.getByRole('option');
const current = (page: Page) => page.getByRole('option', { selected: true });
const button = (page: Page) => page.getByRole('button', { name: 'Search', exact: true });

test('Ctrl-K finds people, who are chosen by keys alone, and come first the next time', async ({
  page,
  signInAs,
  server,
}) => {
  await server.invite('learner', 'Zora Quick', 'demo', 'zora@browser-tests.example');
  await signInAs('super_admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Pages' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('zora qu');
  await expect(options(page)).toHaveCount(1);
  await expect(current(page)).toContainText('Zora Quick');
  const id = await current(page).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', String(id));
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zora Quick', level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.locator('#main')).toBeFocused();

  await page.keyboard.press('/');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText(['Zora Quick']);
  await expect(current(page)).toContainText('Zora Quick');
});

test(
  'arrow keys go round, Escape gives the focus back, and the key that opened it closes it',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await button(page).click();
    await expect(field(page)).toBeFocused();
    const names = await options(page).allInnerTexts();
    await page.keyboard.press('ArrowDown');
    await expect(current(page)).toHaveText(names[1] ?? '');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(current(page)).toHaveText(names.at(-1) ?? '');
    await page.keyboard.type('no such thing');
    await expect(page.getByText('Nothing found for “no such thing”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page)).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button(page)).toBeFocused();
  },
);

test('a trainer finds a module by its words, and it opens', { tag: '@deep' }, async ({ page, signInAs, trainer }) => {
  const { address } = await writeModule(trainer, 'Quicksilver spill', { cards: [card('One', 'First')] });
  await signInAs('trainer');
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('spill quick');
  await expect(page.getByRole('group', { name: 'Courses' })).toContainText('About Quicksilver spill');
  await page
    .getByRole('group', { name: 'Modules' })
    .getByRole('option', { name: /^Quicksilver spill/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
});

test('a learner goes to a lesson, on a phone by the button', { tag: '@deep' }, async ({ page, signInAs }) => {
  await page.setViewportSize(PHONE);
  await signInAs('learner');
  await button(page).click();
  await expect(field(page)).toBeFocused();
  await expect(options(page).filter({ hasText: 'People' })).toHaveCount(0);
  await page.keyboard.type('a');
  await expect(page.getByRole('group', { name: 'Training' }).getByRole('option')).not.toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(button(page)).toBeFocused();
});

test('? lists the shortcuts; two keys lead to a page; single keys do nothing in a field, or once they are off', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin');
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  const search = page.getByRole('searchbox').or(page.getByLabel('Search', { exact: true }).and(page.locator('input')));
  await search.first().focus();
  await page.keyboard.type('?g/');
  await expect(search.first()).toHaveValue('?g/');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.locator('#main').focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog.getByRole('region', { name: 'Go to a page' })).toContainText('People');
  await expectAccessible(page);
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('/');
  await expect(field(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await dialog.getByRole('switch', { name: 'Single-key shortcuts' }).check();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(dialog).toBeVisible();
});

test('a command is found by its words with a typo, and opens its dialog, or acts at once', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin');
  const run = async (words: string, name: string) => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type(words);
    const command = page.getByRole('group', { name: 'Commands' }).getByRole('option', { name });
    await expect(command).toBeVisible();
    while ((await command.getAttribute('aria-selected')) === 'false') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeHidden();
  };
  for (const [words, name, dialog] of [
    ['api tokne', 'Create an API token', 'New API token'],
    ['invite', 'Add or invite a person', 'New person'],
    ['assign trainig', 'Assign training', 'Assign modules'],
    ['new departmnet', 'Create a department', 'New department'],
    ['api token', 'Create an API token', 'New API token'],
  ] as const) {
    await run(words, name);
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await expect(page).toHaveURL(/\/demo\/settings$/);
  await run('dark', 'Use dark colours');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await run('log out', 'Sign out');
  await expect(page).toHaveURL(/\/sign-in/);
});
