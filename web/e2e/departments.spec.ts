import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from './fixtures.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Departments' }).getByRole('row').filter({ hasText: name });

test('a department is made, renamed and deleted, and no name is there twice', async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  await page.getByRole('button', { name: 'New department' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('wareHOUSE');
  await page.getByRole('button', { name: 'Create department' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('choose another name');
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Night shift');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page, 'Night shift')).toBeVisible();

  await page.getByRole('button', { name: 'Rename Night shift' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Late shift');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(rowOf(page, 'Late shift')).toBeVisible();

  await page.getByRole('button', { name: 'Delete Late shift' }).click();
  await page.getByRole('button', { name: 'Delete department' }).click();
  await expect(page.getByText('Late shift is deleted.')).toBeVisible();
  await expect(rowOf(page, 'Late shift')).toBeHidden();
});

test('a department in use is kept, with the way to what belongs to it', async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  await page.getByRole('button', { name: 'Delete Transport' }).click();
  await page.getByRole('button', { name: 'Delete department' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Transport?' });
  await expect(question.getByRole('alert')).toContainText('rename it instead, such as “Transport (closed)”');
  await expectAccessible(page);
  await question.getByRole('link', { name: 'People in Transport' }).click();
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Department')).toHaveValue(/./);
  await expect(page.getByRole('table', { name: 'People' })).toContainText('Dieter Hoffmann');
  await expect(page.getByRole('table', { name: 'People' })).not.toContainText('Ines Castelo');
});

test('departments are shown accessibly, wide and on a phone', async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  await expect(rowOf(page, 'Warehouse')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a workspace that holds nothing yet says so on every page', async ({ page, server, signInAs }) => {
  await server.createWorkspace('bare');
  await signInAs('super_admin', 'First Admin', 'bare');
  for (const [title, words] of [
    ['Departments', 'No departments yet'],
    ['Courses', 'No courses yet'],
    ['Recommended', 'Nothing is waiting'],
  ] as const) {
    await openFromMenu(page, title);
    await expect(page.getByRole('heading', { name: words })).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Dismissed' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing was dismissed' })).toBeVisible();
});
