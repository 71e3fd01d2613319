import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from './fixtures.ts';

const lines = (page: Page) => page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');

test('a change is found by its filters, with what was before and after', async ({ page, context, signInAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('super_admin', 'Watchful Admin');
  await page.goto('/demo/people?q=omar');
  await page.getByRole('button', { name: 'Edit Omar Haddad' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('Trainer');
  await dialog.getByLabel('Department').selectOption('Transport');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await openFromMenu(page, 'Audit log');
  await page.getByLabel('Action').selectOption('Person changed');
  await page.getByLabel('Search who or what').fill('watchful');
  await expect(lines(page)).toHaveCount(1);
  await expect(page).toHaveURL(/action=user.updated.*q=watchful|q=watchful.*action=user.updated/);
  await expect(lines(page)).toContainText('Watchful Admin changed Omar Haddad');
  await page.keyboard.press('Tab');
  await lines(page).locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(lines(page)).toContainText('Learner → Trainer');
  await expect(lines(page)).toContainText('Warehouse → Transport');
  await lines(page).getByRole('button', { name: 'Copy request id' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^req_/);
  // Its colours would be measured while it fades.
  await expect(page.getByText('Omar Haddad is saved.')).toBeHidden();
  await expectAccessible(page);

  await page.getByLabel('From').fill('2001-01-01');
  await page.getByLabel('To').fill('2001-01-31');
  await expect(page.getByRole('heading', { name: 'No entry matches' })).toBeVisible();
  await page.getByLabel('To').fill('9000-01-01');
  await expect(lines(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('From')).toHaveValue('');
});

test('what is filtered is exported, and a spreadsheet runs none of it', async ({ page, signInAs }) => {
  await signInAs('super_admin', '=HYPERLINK("https://elsewhere.example")');
  await openFromMenu(page, 'Audit log');
  await page.getByLabel('Search who or what').fill('=hyperlink');
  await expect(page.getByText('1–3 of 3 entries')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^audit-log-demo-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  const rows = csv.trimEnd().split('\r\n');
  expect(rows).toHaveLength(4);
  expect(rows[0]).toContain('"at","action","actor_kind"');
  expect(csv).toContain(`"'=HYPERLINK(""https://elsewhere.example"")"`);
  expect(csv).not.toMatch(/(^|,)"=/m);
  await expect(page.getByText('Exported 3 entries.')).toBeVisible();
});

test('the audit log is shown accessibly, wide and on a phone', async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/demo/audit?action=suggestion.dismissed');
  await expect(lines(page).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await lines(page).locator('summary').first().click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
