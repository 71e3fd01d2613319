import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from '../fixtures.ts';
import { button, heading, publish } from './training-parts.ts';

test('a super admin sees what an assignment does, assigns, excuses somebody for a reason, and ends it', async ({
  page,
  server,
  signInAs,
}) => {
  await server.invite('learner', 'Paula Person', 'demo', 'paula.person@browser-tests.example');
  await signInAs('super_admin');
  await openFromMenu(page, 'Assignments');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Modules and courses' }).click();
  await page.getByRole('option').first().click();
  await dialog.getByRole('combobox', { name: 'Departments, roles and people' }).fill('Paula Person');
  await page
    .getByRole('option', { name: /^Paula Person/ })
    .first()
    .click();
  const preview = dialog.getByRole('region', { name: 'What this does' });
  await expect(preview).toContainText('1 newly assigned');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('The module was assigned.')).toBeVisible();

  await page.getByRole('row').filter({ hasText: 'Paula Person' }).first().getByRole('link').click();
  const people = page.getByRole('table', { name: 'people' });
  await expect(people.getByRole('row')).toHaveCount(2);
  await expect(people).toContainText('Not started');
  await page.getByRole('button', { name: 'Excuse Paula Person' }).click();
  const reason = page.getByRole('dialog').getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Excuse' }).click();
  await expect(reason).toHaveAccessibleDescription('Enter a reason');
  await reason.fill('On leave until spring');
  await page.getByRole('dialog').getByRole('button', { name: 'Excuse' }).click();
  await expect(people).toContainText('On leave until spring');
  await page.getByRole('button', { name: 'Undo excusing Paula Person' }).click();
  await expect(people).toContainText('Not started');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'End assignment', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End assignment', exact: true }).click();
  await expect(page.getByText('The assignment was ended.')).toBeVisible();
});

test('a trainer assigns a module to their own department, and to no other', async ({ page, signInAs, trainer }) => {
  await signInAs('trainer');
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await openFromMenu(page, 'Assignments');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Departments, roles and people' }).click();
  const { memberships } = await trainer.api.session.current.query();
  const departments = page.getByRole('group', { name: 'Departments' }).getByRole('option');
  await expect(departments).toHaveText([String(memberships[0]?.user.department)]);
  expect(refused).toEqual([]);
});

test('a dialog that is opened for somebody else while it fades out is about them alone', async ({
  page,
  server,
  signInAs,
  trainer,
  reviewer,
}) => {
  await publish(trainer, reviewer, 'Fire doors', false);
  for (const name of ['Fay Fading', 'Flo Fading']) {
    await server.invite('learner', name, 'demo', `${name.split(' ')[0]!.toLowerCase()}@browser-tests.example`);
  }
  await signInAs('super_admin');
  await openFromMenu(page, 'Assignments');
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await page.getByRole('combobox', { name: 'Modules and courses' }).fill('Fire doors');
  await page.getByRole('option', { name: /^Fire doors/ }).click();
  await page.getByRole('combobox', { name: 'Departments, roles and people' }).fill('Everyone with');
  await page.getByRole('option', { name: /learner/i }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText('The module was assigned.')).toBeVisible();
  await page.getByRole('row').filter({ hasText: 'Fire doors' }).getByRole('link').first().click();
  const buttons = page.getByRole('button', { name: /^Excuse / });
  const [first, second] = [buttons.first(), buttons.nth(1)];
  const name = String(await second.getAttribute('aria-label')).replace('Excuse ', '');
  // A handle, because what is behind the dialog has no role while it fades out.
  const other = await second.elementHandle();
  await first.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Has left');
  const close = await dialog.locator('button').first().elementHandle();
  await close?.dispatchEvent('click');
  await other?.dispatchEvent('click');
  await expect(dialog).toContainText(name);
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('On leave until spring');
  await dialog.getByRole('button', { name: 'Excuse' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Excused');
  const excused = page.getByRole('row').filter({ hasText: 'On leave until spring' });
  await expect(excused).toHaveCount(1);
  await expect(excused).toContainText(name);
});

test(
  'five modules go to three departments and two people in one dialog, with the keyboard alone',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await openFromMenu(page, 'Assignments');
    await button(page, 'Assign').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    const choose = async (name: string, search: string) => {
      await dialog.getByRole('combobox', { name }).focus();
      if (search === '') await page.keyboard.press('ArrowDown');
      else await page.keyboard.type(search);
      await expect(page.getByRole('option').first()).toContainText(search);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('option')).toHaveCount(0);
    };
    for (let n = 1; n <= 5; n++) {
      await choose('Modules and courses', '');
      await expect(dialog.getByRole('button', { name: /^Remove / })).toHaveCount(n);
    }
    for (const name of ['Customer Service', 'Transport', 'Warehouse', 'Amara Diallo', 'Aoife Brennan']) {
      await choose('Departments, roles and people', name);
      await expect(dialog.getByRole('button', { name: new RegExp(`^Remove ${name}`) })).toBeVisible();
    }
    const preview = dialog.getByRole('region', { name: 'What this does' });
    await expect(preview).toContainText('25 assignments, one for each module and audience');
    await expect(preview).toContainText('newly assigned');
    await expect(preview).toContainText(', through ');
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Assign', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('25 assignments were made.')).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test(
  'a module is assigned from its own page, and the assignment changed to another day and to a department',
  { tag: '@deep' },
  async ({ page, signInAs, trainer, reviewer }) => {
    const title = 'Keeping food apart';
    const id = await publish(trainer, reviewer, title, false);
    const { course } = await trainer.api.modules.get.query({ id });
    const address = `/demo/courses/${course.id}/${id}`;
    await reviewer.page.goto(address);
    await expect(heading(reviewer.page, title)).toBeVisible();
    await expect(reviewer.page.getByRole('link', { name: 'Assign…' })).toBeHidden();

    await signInAs('super_admin');
    await page.goto(address);
    await page.getByRole('link', { name: 'Assign…' }).click();
    const assigning = page.getByRole('dialog', { name: `Assign “${title}”` });
    await assigning.getByRole('combobox', { name: 'Departments, roles and people' }).fill('Toni Berger');
    await page.getByRole('option', { name: /^Toni Berger/ }).click();
    const doing = page.getByRole('dialog').getByRole('region', { name: 'What this does' });
    await expect(doing).toContainText('1 newly assigned');
    await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
    await expect(page.getByText('The module was assigned.')).toBeVisible();
    await page.getByRole('row').filter({ hasText: title }).getByRole('link').click();
    await expect(page.getByText('Toni Berger · 30 days after assignment')).toBeVisible();
    await button(page, 'Change').click();
    const changing = page.getByRole('dialog', { name: `Change the assignment of “${title}”` });
    await expect(changing.getByRole('combobox', { name: 'Person' })).toHaveValue(/^Toni Berger/);
    await expect(changing.getByText('You haven’t changed anything yet.')).toBeVisible();
    await changing.getByText('On a date', { exact: true }).click();
    const lastDay = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await changing.getByLabel('Due date', { exact: true }).fill(lastDay);
    await expect(doing).toContainText('1 unchanged');
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await changing.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByText('The assignment was changed.')).toBeVisible();
    await expect(changing).toBeHidden();
    await expect(page.getByText(/^Toni Berger · \d{1,2} [A-Z]/)).toBeVisible();

    await button(page, 'Change').click();
    await changing.getByText('Department', { exact: true }).click();
    await changing.getByRole('combobox', { name: 'Department' }).selectOption('Warehouse');
    await expect(doing).toContainText(/[1-9]\d* newly assigned/);
    await changing.getByRole('button', { name: 'Change', exact: true }).click();
    await expect(page.getByText('Everyone in Warehouse · new members too')).toBeVisible();
    await expect.poll(() => page.getByRole('table', { name: 'people' }).getByRole('row').count()).toBeGreaterThan(2);
  },
);
