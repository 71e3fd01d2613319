import { openAs } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

const PDF = Buffer.from('%PDF-1.7\nA certificate from before');

const HEAD = 'email,module,completed_on,source,reference,score,document';

// rules/attested 5, 7, 8 and 9
test('past training is imported after a preview, shown to its person as attested, documented and withdrawn', async ({
  page,
  browser,
  server,
  signInAs,
}) => {
  const learner = await openAs(browser, server, 'learner', 'Lea Attested', 'lea.attested@example.com');
  await signInAs('super_admin', 'Sam Attesting');
  await page.goto('/demo/people');
  await page.getByRole('button', { name: 'Import and export' }).click();
  await page.getByRole('menuitem', { name: 'Past training' }).click();
  await expect(page.getByRole('heading', { name: 'Past training', level: 1 })).toBeVisible();
  await expectAccessible(page);

  const { courses } = await learner.api.learning.library.query({});
  const { title, module_id } = courses.flatMap(({ modules }) => modules)[0]!;
  await page.getByRole('button', { name: 'Import from CSV' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import past training' });
  await expectAccessible(page);
  const rows = [
    `lea.attested@example.com,"${title}",2025-11-02,Old system,C-17,90 %,`,
    `lea.attested@example.com,"${title}",2020-01-15,Paper list,,,scans/list.pdf`,
    `nobody.at.all@example.com,"${title}",2025-11-02,Old system,,,`,
    `lea.attested@example.com,"${title}",9/30/2025,Old system,,,`,
  ];
  const file = { name: 'past.csv', mimeType: 'text/csv', buffer: Buffer.from([HEAD, ...rows].join('\n')) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByRole('status')).toHaveText('1 new, 1 as history, 2 refused');
  await expect(dialog.getByRole('status')).toBeFocused();
  const outcomes = dialog.getByRole('region', { name: 'What would change' });
  await expect(outcomes).toContainText('Row 5: “9/30/2025” is no day');
  await expect(outcomes).toContainText('There is no user nobody.at.all@example.com');
  await expectAccessible(page);
  const importing = dialog.getByRole('button', { name: 'Import 2 rows' });
  await expect(dialog).toContainText('The file names 1 document to choose: list.pdf');
  await expect(importing).toBeDisabled();
  await dialog
    .locator('input[type=file]')
    .setInputFiles([{ name: 'list.pdf', mimeType: 'application/pdf', buffer: PDF }]);
  await expect(dialog).toContainText('All documents are chosen.');
  await importing.click();
  await expect(dialog.getByRole('status')).toHaveText('Done: 1 new, 1 as history');
  await expect(dialog.getByRole('status')).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'Download refused rows' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const table = page.getByRole('table', { name: 'Past training' });
  const row = table.getByRole('row').filter({ hasText: 'Old system' });
  await expect(row).toContainText('Counts');
  const listed = table.getByRole('row').filter({ hasText: 'Paper list' });
  await expect(listed).toContainText('History');
  await expect(listed.getByRole('link', { name: 'Document' })).toBeVisible();
  await row.getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Add document' }).click();
  await expectAccessible(page);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expect(row.getByRole('link', { name: 'Document' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await learner.page.goto('/demo/training');
  const results = learner.page.getByRole('list', { name: 'Results' });
  await expect(results).toContainText(/Attested: from Old system, .*2025/);
  await expectAccessible(learner.page);
  await learner.page.goto(`/demo/training/${module_id}`);
  await expect(learner.page.getByText(/Attested: from Old system/)).toBeVisible();
  // It can be completed here all the same.
  await expect(learner.page.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect(learner.page.getByRole('link', { name: 'Record of past training' })).toBeVisible();
  await expectAccessible(learner.page);

  await row.getByRole('link', { name: 'Lea Attested' }).click();
  await expect(page.getByRole('table', { name: 'Training' })).toContainText('Attested: from Old system');
  await page.goBack();

  await row.getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  const withdrawal = page.getByRole('dialog', { name: 'Withdraw past training' });
  await withdrawal.getByLabel('Reason').fill('It was someone else');
  await expectAccessible(page);
  await withdrawal.getByRole('button', { name: 'Withdraw' }).click();
  await expect(row).toContainText('Sam Attesting: It was someone else');
  // The one from the paper list takes its place.
  await expect(table.getByRole('row').filter({ hasText: 'Paper list' })).toContainText('Counts');
  await learner.leave();
});

// rules/attested 5 and 8
test(
  'a document that is refused leaves out its row alone, and none is uploaded twice',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs }) => {
    const learner = await openAs(browser, server, 'learner', 'Dora Documents', 'dora.documents@example.com');
    const { courses } = await learner.api.learning.library.query({});
    const { title } = courses.flatMap(({ modules }) => modules)[0]!;
    await signInAs('super_admin', 'Sam Attesting');
    await page.goto('/demo/people/past-training');
    await page.getByRole('button', { name: 'Import from CSV' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Import past training' });
    const rows = ['one.pdf', 'no.jpg', 'two.pdf'].map(
      (document, n) => `dora.documents@example.com,"${title}",2025-11-0${n + 1},Paper list,,,${document}`,
    );
    const buffer = Buffer.from([HEAD, ...rows].join('\n'));
    await page.locator('input[type=file]').setInputFiles({ name: 'past.csv', mimeType: 'text/csv', buffer });
    await expect(dialog).toContainText('The file names 3 documents to choose');
    await dialog.locator('input[type=file]').setInputFiles([
      { name: 'one.pdf', mimeType: 'application/pdf', buffer: PDF },
      { name: 'no.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Not a picture') },
      { name: 'two.pdf', mimeType: 'application/pdf', buffer: PDF },
    ]);
    let uploads = 0;
    page.on('request', (request) => (uploads += /attested\.upload/.test(request.url()) ? 1 : 0));
    await page.route(/attested\.enter/, (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog.getByRole('status')).toHaveText(/^Done: .*1 refused/);
    await expect(dialog).toContainText('Row 3: no.jpg: Send the document as PDF, PNG or JPEG.');
    expect(uploads).toBe(3);
    await learner.leave();
  },
);
