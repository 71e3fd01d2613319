import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from '../fixtures.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Departments' }).getByRole('row').filter({ hasText: name });

const choose = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
};

test('a department is made, renamed and deleted, and no name is there twice', async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  await page.getByRole('button', { name: 'New department' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('wareHOUSE');
  await page.getByRole('button', { name: 'Create department' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Choose another name');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Night shift');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, 'Night shift')).toBeVisible();

  await choose(page, 'Night shift', 'Rename');
  await page.getByRole('textbox', { name: 'Name' }).fill('Late shift');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(rowOf(page, 'Late shift')).toBeVisible();

  await choose(page, 'Late shift', 'Delete or move…');
  await page.getByRole('button', { name: 'Delete department' }).click();
  await expect(page.getByText('Late shift was deleted.')).toBeVisible();
  await expect(rowOf(page, 'Late shift')).toBeHidden();
});

test(
  'a department in use is kept, with the way to what belongs to it',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await openFromMenu(page, 'Departments');
    await choose(page, 'Transport', 'Delete or move…');
    const question = page.getByRole('dialog', { name: 'Delete Transport?' });
    await expect(question.getByRole('alert')).toContainText('Rename it instead, such as “Transport (closed)”');
    await expectAccessible(page);
    await question.getByRole('link', { name: /^\d+ people/ }).click();
    await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
    await expect(page.getByLabel('Department')).toHaveValue(/./);
    await expect(page.getByRole('table', { name: 'People' })).toContainText('Dieter Hoffmann');
    await expect(page.getByRole('table', { name: 'People' })).not.toContainText('Ines Castelo');
  },
);

// rules/users 13
test('people and courses are handed over before a department is deleted', async ({ page, signInAs, server }) => {
  await server.createWorkspace('merging');
  await signInAs('super_admin', 'Merging Admin', 'merging');
  await page.goto('/merging/departments');
  for (const name of ['Docks', 'Yard']) {
    await page.getByRole('button', { name: 'New department' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await expect(rowOf(page, name)).toBeVisible();
  }
  await page.goto('/merging/people');
  await page.getByRole('button', { name: 'Actions for Merging Admin' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Department').selectOption('Docks');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('table', { name: 'People' })).toContainText('Docks');

  await page.goto('/merging/departments');
  await choose(page, 'Docks', 'Delete or move…');
  const question = page.getByRole('dialog', { name: 'Delete Docks?' });
  await expect(question.getByRole('alert')).toContainText('Move what belongs to Docks first.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Move people' }).click();
  await expect(question).toContainText('It’s empty.');
  await question.getByRole('button', { name: 'Delete department' }).click();
  await expect(page.getByText('Docks was deleted.')).toBeVisible();
  await expect(rowOf(page, 'Yard').getByRole('link', { name: '1 active person in Yard' })).toBeVisible();
});

test('departments are shown accessibly, wide and on a phone', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  await expect(rowOf(page, 'Warehouse')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test(
  'a workspace that holds nothing yet says so on every page',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    await server.createWorkspace('bare');
    await signInAs('super_admin', 'First Admin', 'bare');
    for (const [title, words] of [
      ['Departments', 'No departments yet'],
      ['Courses', 'No courses yet'],
      ['Recommended', 'No suggestions'],
    ] as const) {
      await openFromMenu(page, title);
      await expect(page.getByRole('heading', { name: words })).toBeVisible();
    }
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Dismissed' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing dismissed yet' })).toBeVisible();
  },
);
