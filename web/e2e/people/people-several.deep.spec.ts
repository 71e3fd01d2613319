import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openLink } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

const table = (page: Page) => page.getByRole('table', { name: 'People' });
const rowOf = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name });
const names = (page: Page) => table(page).getByRole('rowheader').getByRole('link').allTextContents();

test('people are sorted by their columns, which the address keeps', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/demo/people?q=an&order=name');
  await expect(table(page)).toBeVisible();
  const byName = await names(page);
  await table(page).getByRole('button', { name: 'Name' }).click();
  await expect(page).toHaveURL(/down=true/);
  await expect.poll(() => names(page)).toEqual(byName.toReversed());
  await expect(table(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await table(page).getByRole('button', { name: 'Last sign-in' }).click();
  await expect(page).toHaveURL(/order=last_sign_in/);
  await page.reload();
  await expect(table(page).getByRole('columnheader', { name: 'Last sign-in' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  // The list opens in the order last chosen.
  await page.goto('/demo/people');
  await expect(table(page).getByRole('columnheader', { name: 'Last sign-in' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await page.setViewportSize(PHONE);
  await page.getByLabel('Sort People').selectOption('Sort: Name');
  await expect(page).toHaveURL(/order=name/);
  await page.getByRole('button', { name: 'Descending order of People' }).click();
  await expect(page).toHaveURL(/order=name&down=true/);
});

test('several people are moved and deactivated at once, and who is refused is told why', async ({
  page,
  signInAs,
  server,
}) => {
  for (const name of ['Pia Several', 'Pim Several']) await server.invite('learner', name);
  await server.invite('trainer', 'Tia Several');
  await signInAs('super_admin');
  await page.goto('/demo/people?q=several');
  await page.getByLabel('Select everyone on this page').check();
  const bar = page.getByRole('group', { name: 'Selected people' });
  await expect(bar).toContainText('3 people selected');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Move to department' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 3 people' });
  await dialog.getByLabel('Department').selectOption('None');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog.getByRole('alert')).toContainText('1 refused');
  await expect(dialog.getByRole('region', { name: 'Refused' })).toContainText('Tia Several');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(bar).toBeHidden();

  await page.getByLabel('Select Pia Several').check();
  await page.getByLabel('Select Pim Several').check();
  await bar.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  const told = page.getByRole('status').filter({ hasText: '2 people: 2 deactivated.' });
  await expect(told).toBeVisible();
  // It doesn't cover the buttons for the next people, and stays while it is pointed at.
  await told.hover();
  await page.setViewportSize({ width: 1280, height: 380 });
  await page.getByLabel('Select Tia Several').check();
  await expect
    .poll(async () => {
      const [above, below] = [await told.boundingBox(), await bar.boundingBox()];
      return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0);
    })
    .toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(rowOf(page, 'Pia Several')).toContainText('Inactive');
});

test('a sign-in link is made for somebody without mail, works once, and opens their page', async ({
  page,
  browser,
  signInAs,
  server,
}) => {
  await server.invite('learner', 'Nora Nomail');
  await signInAs('super_admin');
  await page.goto('/demo/people?q=nomail');
  await expect(rowOf(page, 'Nora Nomail')).toContainText('Never signed in');
  await page.getByRole('button', { name: 'Actions for Nora Nomail' }).click();
  await page.getByRole('menuitem', { name: 'Copy sign-in link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign-in link for Nora Nomail' });
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByText(/sign-in\/link\?token=/).textContent();
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'Nora Nomail')).toContainText('Link copied');

  const theirs = await browser.newContext({ baseURL: server.origin });
  const phone = await theirs.newPage();
  await openLink(phone, link ?? '');
  await phone.goto('/demo');
  await expect(phone.getByRole('button', { name: 'Account of Nora Nomail' })).toBeVisible();
  await theirs.close();
  await page.reload();
  await expect(rowOf(page, 'Nora Nomail')).not.toContainText('Never signed in');
});

// rules/users 15
test('a file is shown before it is read, and the list is a file that reads back unchanged', async ({
  page,
  signInAs,
  server,
}) => {
  await server.invite('learner', 'Otto Before', 'demo', 'otto@file.example');
  await signInAs('super_admin');
  await page.goto('/demo/people?q=file.example');
  const choose = async (buffer: Buffer) => {
    await page.getByRole('button', { name: 'Import and export' }).click();
    await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
    await page
      .getByRole('dialog')
      .locator('..')
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  };
  const dialog = page.getByRole('dialog', { name: 'Import people' });
  await choose(Buffer.from('name\nAna\n'));
  await expect(dialog.getByRole('alert')).toContainText('one of them must be “email”');
  await page.keyboard.press('Escape');
  await choose(
    Buffer.from(
      'E-mail;Name;Role;Department\notto@file.example;Otto After;;\nnew@file.example;Fila Newcomer;Trainer;Transport\nbad@file.example;Bad;Emperor;\n',
    ),
  );
  await expect(dialog).toContainText('1 changed, 1 new, 1 refused');
  await expect(dialog.getByRole('region', { name: 'What would change' })).toContainText('Otto Before → Otto After');
  await expect(dialog).toContainText('Row 4: Unknown role “Emperor”');
  await expect(rowOf(page, 'Otto Before')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import 2 people' }).click();
  await expect(dialog).toContainText('Done: 1 changed, 1 new.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(rowOf(page, 'Fila Newcomer')).toContainText('Transport');
  await expect(rowOf(page, 'Otto After')).toBeVisible();

  await page.getByRole('button', { name: 'Import and export' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const file = await readFile(await (await downloading).path());
  expect(file.toString()).toContain('"otto@file.example","","Otto After","learner"');
  await choose(file);
  await expect(dialog).toContainText('2 no change');
  await expect(dialog.getByRole('button', { name: /^Import \d/ })).toBeHidden();
});

// rules/users 15
test('a file in a Windows encoding shows its names, and its refused rows can be downloaded', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin');
  await page.goto('/demo/people');
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Import from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import people' });
  const buffer = Buffer.from(
    'email;name;role\njozef@file.example;J\u00f3zef G\u00b3owacki;\nbad@file.example;Bad;king\n',
    'latin1',
  );
  const input = page.getByRole('dialog').locator('..').locator('input[type=file]');
  await input.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  const encoding = dialog.getByLabel('Encoding of the file');
  await expect(encoding).toHaveValue('windows-1252');
  await expect(dialog).toContainText('Names as read: Józef G³owacki');
  await encoding.selectOption('windows-1250');
  await expect(dialog).toContainText('Names as read: Józef Głowacki');
  await expect(encoding).toHaveValue('windows-1250');
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download refused rows' }).click();
  const file = await readFile(await (await downloading).path());
  expect(file.toString()).toContain('"3","bad@file.example","Bad","king","Unknown role “king”.');
});

test('a person’s activity is told in the sentences of the audit log', async ({ page, signInAs, server }) => {
  await server.invite('learner', 'Nora Activity');
  await signInAs('auditor');
  await page.goto('/demo/people?q=Nora');
  await rowOf(page, 'Nora Activity').getByRole('link').click();
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity.getByRole('listitem').last()).toContainText(/^\S.* added Nora Activity just now/);
  await expect(activity).not.toContainText('{');
});

test(
  'a person has a page with what they owe and what is recorded of them',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.goto('/demo/people?q=dieter');
    await rowOf(page, 'Dieter Hoffmann').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Dieter Hoffmann', level: 1 })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Training' })).toContainText(/Completed.*%/);
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export data' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^person-.*\.zip$/);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit Dieter Hoffmann' })).toBeVisible();
    await page.goto('/demo/people/0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6');
    await expect(page.getByRole('heading', { name: 'Person not found' })).toBeVisible();
  },
);

test('an auditor reads people and changes nobody', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/demo/people?q=dieter');
  await expect(rowOf(page, 'Dieter Hoffmann').getByRole('button')).toHaveCount(0);
  await expect(rowOf(page, 'Dieter Hoffmann').getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Import and export' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Past training', 'Export as CSV']);
  await page.keyboard.press('Escape');
  await rowOf(page, 'Dieter Hoffmann').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Edit' })).toHaveCount(0);
});
