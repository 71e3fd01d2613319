import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

async function openWorkspace(page: Page) {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Workspace', level: 1 })).toBeVisible();
}

test('a super admin names the workspace and sets its time zone, and the audit log tells', async ({
  page,
  server,
  signInAs,
}) => {
  await server.createWorkspace('renamed');
  await signInAs('super_admin', 'Robin Example', 'renamed');
  await openWorkspace(page);
  await expectAccessible(page);
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill(' ');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(name).toHaveAccessibleDescription(/Enter a name/);
  await name.fill('Harbour & Field');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Sao_P');
  await page.getByRole('option', { name: 'America/Sao_Paulo' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('saved');
  await expect(page).toHaveTitle(/Harbour & Field/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Sao_Paulo');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.goto('/renamed/audit');
  await expect(page.getByRole('list', { name: /^Audit log/ }).first()).toContainText(
    'changed the workspace Harbour & Field',
  );
});

test(
  'an auditor reads the settings of the workspace and changes none',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('auditor');
    await openWorkspace(page);
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('UTC');
    await expect(page.getByRole('textbox', { name: 'Name' })).not.toBeEditable();
    await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
  },
);
