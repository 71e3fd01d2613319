import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from '../fixtures.ts';

const lines = (page: Page) => page.getByRole('list', { name: /^Audit log/ }).locator(':scope > li');
const opener = (page: Page) => lines(page).getByRole('button', { name: /^Details/ });

test('a change is found by its filters, with what was before and after', async ({ page, context, signInAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('super_admin', 'Watchful Admin');
  await page.goto('/demo/people?q=omar');
  await page.getByRole('button', { name: 'Actions for Omar Haddad' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('Trainer');
  await dialog.getByLabel('Department').selectOption('Transport');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();

  await openFromMenu(page, 'Audit log');
  const action = page.getByRole('combobox', { name: 'Action' });
  await action.fill('people');
  await expect(page.getByRole('group', { name: 'People' }).getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('option', { name: 'Course created' })).toHaveCount(0);
  await page.getByRole('option', { name: 'Person changed' }).click();
  await expect(action).toHaveValue('Person changed');
  await page.getByLabel('Search people and things').fill('watchful');
  await expect(lines(page)).toHaveCount(1);
  await expect(page).toHaveURL(/action=user.updated.*q=watchful|q=watchful.*action=user.updated/);
  await expect(lines(page)).toContainText('Watchful Admin changed Omar Haddad');
  await expect(page.getByRole('heading', { name: /^Today/, level: 2 })).toBeVisible();
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(opener(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(lines(page)).toContainText('Learner → Trainer');
  await expect(lines(page)).toContainText('Warehouse → Transport');
  await expect(lines(page).getByText('user.updated')).toBeHidden();
  await lines(page).getByText('Technical details').click();
  await expect(lines(page).getByText('user.updated')).toBeVisible();
  await lines(page).getByRole('button', { name: 'Copy request id' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^req_/);
  // Its colours would be measured while it fades.
  await expect(page.getByText('Omar Haddad was saved.')).toBeHidden();
  await expectAccessible(page);

  await page.getByLabel('From', { exact: true }).fill('2001-01-01');
  await page.getByLabel('To', { exact: true }).fill('2001-01-31');
  await expect(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('9000-01-01');
  await expect(lines(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('');
});

test('what is filtered is exported, and a spreadsheet runs none of it', async ({ page, signInAs }) => {
  // The browser's language is stored at the first visit, which is a line too.
  const stored = page.waitForResponse(/users\.chooseLanguage/);
  await signInAs('super_admin', '=HYPERLINK("https://elsewhere.example")');
  await stored;
  await openFromMenu(page, 'Audit log');
  await page.getByLabel('Search people and things').fill('=hyperlink');
  await expect(lines(page)).toHaveCount(4);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^audit-log-demo-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await readFile(await download.path(), 'utf8');
  const rows = csv.trimEnd().split('\r\n');
  expect(rows).toHaveLength(5);
  expect(rows[0]).toContain('"at","action","actor_kind"');
  expect(csv).toContain(`"'=HYPERLINK(""https://elsewhere.example"")"`);
  expect(csv).not.toMatch(/(^|,)"=/m);
  await expect(page.getByText('Exported 4 entries.')).toBeVisible();
});

test('the audit log is shown accessibly, wide and on a phone', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/demo/audit?action=suggestion.dismissed');
  await expect(lines(page).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await opener(page).first().click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('what a trainer saves while typing is one line, which opens', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('trainer', 'Folding Trainer');
  const call = (procedure: string, input: object) =>
    page.evaluate(
      async ([name, body]) => {
        const headers = { 'content-type': 'application/json', 'x-workspace': 'demo' };
        const response = await fetch(`/api/trpc/${name}`, { method: 'POST', headers, body });
        if (!response.ok) throw new Error(await response.text());
        return (await response.json()).result.data;
      },
      [procedure, JSON.stringify(input)] as const,
    );
  const course = await call('courses.create', { title: 'Git', emoji: '📦' });
  const module = await call('modules.create', { course_id: course.id, title: 'Git Push' });
  for (let version = 1; version <= 4; version += 1) {
    const items = [{ id: '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6', front: `What is ${version}?`, back: 'A number.' }];
    await call('modules.saveSection', { section: 'flashcards', module_id: module.id, version, items });
  }
  await signInAs('super_admin');

  await openFromMenu(page, 'Audit log');
  const folded = lines(page).filter({ hasText: 'edited the flashcards of Git Push, 4 times' });
  await expect(folded).toHaveCount(1);
  await expect(folded).toContainText(/\d\d:\d\d/);
  await expect(lines(page).filter({ hasText: 'edited the flashcards of Git Push' })).toHaveCount(1);
  await folded.getByRole('button', { name: /^Details/ }).click();
  const entries = folded.getByRole('list', { name: 'Entries of this line' }).getByRole('listitem');
  await expect(entries).toHaveCount(4);
  await entries.first().locator('summary').first().click();
  await expect(entries.first()).toContainText('Technical details');
  await expectAccessible(page);

  // The ranges stand in the address, and a choice of one ends the other.
  await page.getByLabel('When', { exact: true }).selectOption('Last 7 days');
  await expect(page).toHaveURL(/range=7d/);
  await expect(folded).toHaveCount(1);
  await page.getByLabel('From', { exact: true }).fill('2001-01-01');
  await expect(page.getByLabel('When', { exact: true })).toHaveValue('');
  await page.getByRole('combobox', { name: 'Person' }).fill('folding');
  await page.getByRole('option', { name: /Folding Trainer/ }).click();
  await expect(page).toHaveURL(/person=/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue(/Folding Trainer/);
  await expect(folded).toHaveCount(1);

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await folded.getByRole('link', { name: 'Git Push' }).click();
  await expect(page.getByRole('heading', { name: 'Git Push', level: 1 })).toBeVisible();
});

test('older entries come when asked for', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await page.goto('/demo/audit');
  await expect(lines(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(lines(page).nth(50)).toBeAttached();
});
