import { clientOf } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

// rules/sign-in 15, 17
test('people without a mailbox get printed codes, choose a PIN on a phone, and sign in with it', async ({
  page,
  signInAs,
  server,
  browser,
}) => {
  await server.createWorkspace('depot');
  await signInAs('super_admin', 'Dora Depot', 'depot');
  await page.goto('/depot/settings/workspace');
  await page.getByRole('switch', { name: 'Allow people without an e-mail address' }).check();
  await page.getByRole('switch', { name: 'Sign-in with number and PIN' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The workspace was saved.')).toBeVisible();
  await page.goto('/depot/people');
  for (const [name, number] of [
    ['Nora Nomail', '4711'],
    ['Otto Nomail', '4712'],
  ] as const) {
    await page.getByRole('button', { name: 'New person' }).click();
    await page.getByRole('dialog').getByLabel('Employee number').fill(number);
    await page.getByRole('dialog').getByLabel('Full name').fill(name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  const { users } = clientOf(page.context(), server.origin, 'depot');
  for (let n = 1; n <= 28; n++) {
    await users.save.mutate({ full_name: `Team ${n}`, external_id: `t-${n}`, email: null });
  }
  await page.reload();
  await page.getByRole('columnheader').getByRole('checkbox').check();
  // Whoever signed in has a mailbox.
  await page.getByRole('row', { name: 'Dora Depot' }).getByRole('checkbox').uncheck();
  await page.getByRole('button', { name: 'Sign-in codes' }).click();
  const dialog = page.getByRole('dialog', { name: /Sign-in codes for 30 people/ });
  await dialog.getByRole('button', { name: 'Create 30 codes' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of Nora Nomail' })).toBeVisible();
  await expectAccessible(page);
  // A page of paper has twelve, and nothing covers them.
  const paper = await page.pdf({ format: 'A4' });
  expect([...paper.toString('latin1').matchAll(/\/Type \/Page\b/g)]).toHaveLength(3);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('.mantine-Modal-overlay')).toBeHidden();
  await expect(dialog.getByText('Team 28', { exact: true })).toBeVisible();
  await expect(dialog.locator('code').first()).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  const slip = dialog.locator('div', { hasText: 'Nora Nomail' }).locator('code').first();
  const code = (await slip.textContent()) ?? '';

  const phone = await (await browser.newContext({ baseURL: server.origin, viewport: PHONE })).newPage();
  await phone.goto(`/sign-in/pin?workspace=depot#${code}`);
  await expect(phone.getByRole('heading', { name: 'Choose a PIN' })).toBeVisible();
  expect(phone.url()).not.toContain(code);
  await phone.getByLabel('New PIN').fill('123456');
  await phone.getByLabel('Repeat the PIN').fill('123456');
  await phone.getByRole('button', { name: 'Save and sign in' }).click();
  await expect(phone.getByText('Choose digits that are harder to guess')).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone);
  await phone.getByLabel('New PIN').fill('482915');
  await phone.getByLabel('Repeat the PIN').fill('482915');
  await phone.getByRole('button', { name: 'Save and sign in' }).click();
  await phone.getByRole('button', { name: 'Account of Nora Nomail' }).click();
  await expect(phone.getByText('4711', { exact: true })).toBeVisible();
  await phone.getByRole('link', { name: 'Account and passkeys' }).click();
  await expect(phone.getByRole('heading', { name: 'Change PIN' })).toBeVisible();
  await phone.getByLabel('Current PIN').fill('482915');
  await phone.getByLabel('New PIN', { exact: true }).fill('730264');
  await phone.getByLabel('Repeat the new PIN').fill('730264');
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Change PIN' }).click();
  await expect(phone.getByText('Your PIN was changed.')).toBeVisible();
  await phone.getByRole('button', { name: 'Account of Nora Nomail' }).click();
  await phone.getByRole('button', { name: 'Sign out' }).click();
  await phone.getByRole('link', { name: 'Sign in with number and PIN' }).click();
  await phone.getByLabel('Employee number').fill('4711');
  await phone.getByLabel('PIN', { exact: true }).fill('482915');
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('alert')).toContainText('The number or the PIN is wrong.');
  await expectAccessible(phone);
  await phone.getByLabel('PIN', { exact: true }).fill('730264');
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('button', { name: 'Account of Nora Nomail' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Nora Nomail' }).click();
  await expect(page.getByRole('heading', { name: 'Sign-in with number and PIN' })).toBeVisible();
  await expect(page.getByText('Has a PIN.')).toBeVisible();
  await expectAccessible(page);
});
