import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';

test('settings say what people made of AI’s grades, and from which confidence on one counts; the audit log tells', async ({
  page,
  server,
  signInAs,
}) => {
  await server.gradeBefore({ grades: 400, confidence: 0.93 });
  await server.gradeBefore({ grades: 12, confidence: 0.82, said: 0.5 });
  await server.gradeBefore({ grades: 3, confidence: 0.75, counts: false });
  await signInAs('super_admin');
  await page.goto('/demo/settings');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Spoken answers' }).click();
  await expect(page.getByRole('heading', { name: 'Spoken answers', level: 1 })).toBeVisible();

  const row = page.getByRole('table', { name: 'Trainers’ corrections of AI’s grades' }).getByRole('row').nth(1);
  await expect(row).toContainText('Claude Opus 5.5');
  await expect(row.getByRole('cell')).toHaveText([/\d/, /412$/, /12$/, /0$/, /0$/, /From 85 %\s*3 waiting$/]);
  await expectAccessible(page);

  const choices = page.getByRole('radiogroup', { name: 'Confidence needed for automatic grades' });
  await expect(choices.getByRole('radio', { name: 'Learn from trainers’ corrections' })).toBeChecked();
  await choices.getByRole('radio', { name: 'A fixed confidence' }).check();
  const form = page.getByRole('main');
  const confidence = form.getByLabel('Confidence', { exact: true });
  await expect(confidence).toHaveValue('0.7');
  await confidence.selectOption('85 %');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('next grade');
  await page.reload();
  await expect(confidence).toHaveValue('0.85');
  await expectAccessible(page);

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await choices.getByRole('radio', { name: 'Always a trainer' }).check();
  await expect(confidence).toBeHidden();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('status')).toContainText('next grade');
  await page.goto('/demo/audit');
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .click();
  const log = page.getByRole('list', { name: /^Audit log/ }).first();
  await expect(log).toContainText('Grades of spoken answers count at once');
  await expect(log).toContainText('from 85 % confidence');
});

test(
  'an auditor reads how spoken answers are graded, and changes nothing',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('auditor');
    await page.goto('/demo/settings/spoken-answers');
    const region = page.getByRole('main');
    await expect(region.getByRole('radio', { checked: true })).toBeEnabled();
    await expect(region.getByRole('radio', { disabled: true })).toHaveCount(2);
    await expect(region.getByRole('button', { name: 'Save' })).toBeHidden();
  },
);

test('the report of AI grading is read, printed without the frame, and downloaded with its rows', async ({
  page,
  server,
  signInAs,
}) => {
  await server.gradeBefore({ grades: 40, confidence: 0.93 });
  await signInAs('auditor');
  await page.goto('/demo/settings/spoken-answers');
  await page.getByRole('link', { name: 'AI grading report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'AI grading report' })).toBeVisible();
  const table = page.getByRole('table', { name: /^Grades of Claude Opus 5.5/ }).first();
  await expect(table.getByRole('row').nth(1)).toContainText('All');
  await expect(page.getByRole('table', { name: 'Recipients of data' })).toBeVisible();
  await expectAccessible(page);

  const rows = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Rows as CSV' }).click();
  const lines = (await readFile(await (await rows).path(), 'utf8')).split('\r\n');
  expect(lines.length).toBeGreaterThan(40);

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Settings' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(table.getByRole('columnheader', { name: 'Kappa' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});
