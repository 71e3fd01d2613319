import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from '../fixtures.ts';
import { openLink } from '../colleagues.ts';
import { button, heading } from './training-parts.ts';

test('a path is put together, assigned and changed; its learner sees the steps, what is locked and why', async ({
  page,
  server,
  signInAs,
}) => {
  const learner = await server.invite('learner', 'Petra Path', 'demo', 'petra.path@browser-tests.example');
  await signInAs('super_admin');
  await openFromMenu(page, 'Assignments');
  await page.getByRole('link', { name: 'Paths', exact: true }).click();
  await button(page, 'Create path').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Title' }).fill('First week');
  const titles: string[] = [];
  for (let n = 1; n <= 3; n++) {
    await dialog.getByRole('combobox', { name: 'Add a module' }).click();
    const option = page.getByRole('listbox').getByRole('option').first();
    titles.push((await option.innerText()).split(' · ')[0]!);
    await option.click();
    await expect(dialog.getByRole('list', { name: 'Modules' }).getByRole('listitem')).toHaveCount(n);
  }
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Create path', exact: true }).click();
  await expect(heading(page, 'First week')).toBeVisible();
  await expect(page.getByText('Not assigned to anyone yet')).toBeVisible();

  await button(page, 'Assign').click();
  await dialog.getByText('Person', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Person' }).fill('Petra Path');
  await page.getByRole('option', { name: /^Petra Path/ }).click();
  await expect(dialog.getByRole('region', { name: 'What this does' })).toContainText('3 newly assigned');
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('“First week” was assigned.')).toBeVisible();
  await expect(page.getByText(/^1 person: 0 completed/)).toBeVisible();
  await expect(page.getByRole('table', { name: 'People' })).toContainText('Petra Path');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await button(page, 'Change').click();
  await dialog.getByRole('button', { name: `Remove “${titles[2]}”` }).click();
  await expect(dialog.getByRole('region', { name: 'What this does' })).toContainText('1 removed unfinished');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('“First week” was saved.')).toBeVisible();

  await openLink(page, learner);
  await page.goto('/demo/training');
  const steps = page.getByRole('list', { name: 'Modules of “First week”' }).getByRole('listitem');
  await expect(steps).toHaveCount(2);
  await expect(steps.first()).toContainText('Open');
  await expect(steps.nth(1)).toContainText(`Opens after ${titles[0]}`);
  await expect(steps.nth(1).getByRole('link')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
