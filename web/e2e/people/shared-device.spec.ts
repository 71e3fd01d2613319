import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { button } from '../training/training-parts.ts';
import { ends, expectNobody, expectOwnRows, handOver, makeStudents, setUpTablet, takeTurn } from './hand-overs.ts';

/** Gives someone a shift that began an hour ago, as a super admin does. */
async function addShift(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add a shift' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add a shift' }).click();
  await expect(dialog.getByText('Choose people')).toBeVisible();
  await expect(dialog.getByText('Enter when it begins and ends')).toBeVisible();
  await dialog.getByLabel('People').fill(name);
  await dialog.getByRole('option', { name: new RegExp(name) }).click();
  const local = (hours: number) =>
    page.evaluate((from) => {
      const then = new Date(Date.now() + from * 3_600_000);
      return new Date(then.getTime() - then.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
    }, hours);
  await dialog.getByLabel('Begins').fill(await local(-1));
  await dialog.getByLabel('Ends').fill(await local(-2));
  await expect(dialog.getByText('A shift ends after it begins, within 24 hours')).toBeVisible();
  await dialog.getByLabel('Ends').fill(await local(7));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add a shift' }).click();
  await expect(page.getByText('The shift was added.')).toBeVisible();
  await expect(page.getByText('On shift now')).toBeVisible();
  await expectAccessible(page);
}

// rules/sign-in 18, 19, rules/shifts 3, 4
test('a tablet is set up, shows who may sign in, and locks after a minute without input', async ({
  browser,
  server,
  trainer,
  reviewer,
}) => {
  const { admin, students } = await makeStudents(browser, server, trainer, reviewer);
  const [first] = students;
  if (!first) throw new Error('There are no students.');
  const { page } = admin;
  await page.goto('/demo/settings/workspace');
  await page.getByRole('button', { name: 'Enrol a device' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the device').fill('Tablet at gate 1');
  await dialog.getByLabel('The device shows').selectOption('first names and initials');
  await dialog.getByLabel('People listed').selectOption('those on shift');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enrol a device' }).click();
  const link = page.getByRole('link', { name: 'Share the device that you are using now' });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  const url = (await link.getAttribute('href')) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Not set up yet')).toBeVisible();

  const tablet = await browser.newContext({ baseURL: server.origin, viewport: PHONE });
  const shown = await tablet.newPage();
  await shown.clock.install();
  await shown.goto(url);
  await expect(shown.getByRole('heading', { name: 'Set up a shared device' })).toBeVisible();
  expect(shown.url()).not.toContain('#');
  await expect(shown.getByLabel('Code of the enrolment')).toHaveValue(url.split('#')[1] ?? '');
  await expectAccessible(shown);
  await shown.getByRole('button', { name: 'Set up' }).click();
  await expect(shown.getByText('No one is on shift now. Type your number.')).toBeVisible();
  await expectAccessible(shown);
  await page.getByRole('link', { name: 'Shifts' }).click();
  await addShift(page, first.name);
  // The list is read again.
  await shown.clock.runFor(300_000);
  await expect(shown.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await expect(shown.getByText('Zoraida Q.')).toBeVisible();
  await expect(shown.getByText('Wolfram Y.')).toBeHidden();
  await expect(shown.getByText('Those on shift are listed.')).toBeVisible();
  await expect(shown.getByText('Quill')).toBeHidden();
  await expectAccessible(shown);
  await expectNoSidewaysScroll(shown);
  await shown.getByRole('button', { name: 'Zoraida Q.' }).click();
  await shown.getByLabel('PIN', { exact: true }).fill('730264');
  await shown.keyboard.press('Enter');
  await expect(shown.getByRole('alert')).toContainText('The number or the PIN is wrong.');
  await expect(shown.getByLabel('PIN', { exact: true })).toHaveValue('');
  await expectAccessible(shown);
  await shown.getByLabel('PIN', { exact: true }).fill('482915');
  await shown.keyboard.press('Enter');
  const account = shown.getByRole('button', { name: 'Account of Zoraida Quill' });
  await expect(account).toBeVisible();
  await shown.clock.runFor(50_000);
  await shown.keyboard.press('Shift');
  await shown.clock.runFor(50_000);
  await expect(account).toBeVisible();
  await shown.clock.runFor(12_000);
  await expect(shown.getByRole('heading', { name: 'Who are you?' })).toBeVisible();
  await expect(account).toBeHidden();

  await page.reload();
  await page.getByRole('button', { name: `End the shift of ${first.name}` }).click();
  await expect(page.getByText(`The shift of ${first.name} has ended.`)).toBeVisible();
  await expect(page.getByText('There are no shifts yet')).toBeVisible();
  await shown.reload();
  await expect(shown.getByText('No one is on shift now. Type your number.')).toBeVisible();
  await page.getByRole('link', { name: 'Shared devices' }).click();
  await page.getByRole('button', { name: 'Revoke Tablet at gate 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Tablet at gate 1 was revoked')).toBeVisible();
  await shown.reload();
  await expect(shown.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  const shared = await browser.newContext({ baseURL: server.origin });
  let at = await setUpTablet(shared, admin);
  await at.clock.install();
  await takeTurn(at, first, 0);
  await button(at, 'Show answer').click();
  await at.keyboard.press('ArrowRight');
  await expect(at.getByText('Card 2 of 2')).toBeVisible();
  await button(at, 'Show answer').click();
  await button(at, 'Go to quiz').click();
  await button(at, 'Start quiz').click();
  await at.getByRole('radio', { name: 'The lowest' }).check();
  await button(at, 'Answer').click();
  await button(at, 'Next question').click();
  await at.getByLabel('Your answer').fill('Six');
  await button(at, 'Answer').click();
  await button(at, 'See result').click();
  await expect(at.getByText(/^This device locks in \d+ seconds\.$/)).toBeVisible();
  await expectAccessible(at);
  await button(at, 'More time').click();
  await at.clock.runFor(50_000);
  await expect(button(at, 'More time')).toBeVisible();
  // Whatever the input.
  await at.keyboard.press('Shift');
  await at.clock.runFor(12_000);
  await expect(at.getByLabel('Employee number')).toBeVisible();
  await expectNobody(at, first);
  // `hand-overs.deep.spec.ts` has the others.
  const pair = students.slice(0, 2);
  for (const [turn, student] of pair.entries()) {
    await takeTurn(at, student, turn);
    // The first has passed.
    if (student !== first) await expect(at.getByText('Card 1 of 2')).toBeVisible();
    at = await handOver(at, ends[turn] ?? 'locks it');
    await expectNobody(at, student);
  }
  expect(await expectOwnRows(admin, pair)).toBeGreaterThanOrEqual(2);
  await admin.leave();
});
