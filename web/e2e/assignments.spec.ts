import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from './fixtures.ts';

test('a super admin sees what an assignment does, assigns, excuses somebody for a reason, and ends it', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Assignments');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Module' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByText('Person', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Person' }).fill('Robin Example');
  await page
    .getByRole('option', { name: /^Robin Example/ })
    .first()
    .click();
  const preview = dialog.getByRole('region', { name: 'What this does' });
  await expect(preview).toContainText('1 get it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('Assigned.')).toBeVisible();

  await page.getByRole('row').filter({ hasText: 'Robin Example' }).first().getByRole('link').click();
  const people = page.getByRole('table', { name: 'people' });
  await expect(people.getByRole('row')).toHaveCount(2);
  await expect(people).toContainText('Not started');
  await page.getByRole('button', { name: 'Excuse Robin Example' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('On leave until spring');
  await page.getByRole('dialog').getByRole('button', { name: 'Excuse' }).click();
  await expect(people).toContainText('On leave until spring');
  await page.getByRole('button', { name: 'Robin Example has to do it after all' }).click();
  await expect(people).toContainText('Not started');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(page.getByText('The assignment has ended.')).toBeVisible();
});
