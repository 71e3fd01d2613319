import type { Locator, Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from '../fixtures.ts';

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: name });

const choose = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
};

test('somebody is added with the keyboard alone', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'People');
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error('The keyboard does not reach it');
  };
  const opener = page.getByRole('button', { name: 'New person' });
  await tabTo(opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New person' });
  await expect(dialog.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type('keys@browser-tests.example');
  await tabTo(dialog.getByLabel('Full name'));
  await page.keyboard.type('Kay Boardman');
  await tabTo(dialog.getByLabel('Role', { exact: true }));
  await page.keyboard.type('Trainer');

  // A trainer needs a department: the form says so before anything is sent, and leads there.
  await page.keyboard.press('Enter');
  await tabTo(dialog.getByRole('button', { name: 'Add person' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A trainer needs a department')).toBeVisible();
  await expect(dialog.getByLabel('Department')).toBeFocused();
  await page.keyboard.type('Transport');
  await tabTo(dialog.getByRole('button', { name: 'Add person' }));
  await page.keyboard.press('Enter');
  const linked = page.getByRole('dialog', { name: 'Sign-in link for Kay Boardman' });
  await expect(linked.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(linked).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page.getByText('Kay Boardman was added.')).toBeVisible();

  await page.goto('/demo/people?q=keys%40browser');
  await expect(rowOf(page, 'Kay Boardman')).toContainText('Trainer');
  await expect(rowOf(page, 'Kay Boardman')).toContainText('Transport');
});

test('a person is added and their sign-in link copied with three clicks', async ({ page, context, signInAs }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('super_admin');
  await page.goto('/demo/people');
  const opener = page.getByRole('button', { name: 'New person' });
  await expect(opener).toBeVisible();
  await page.evaluate(() => {
    const counted = globalThis as typeof globalThis & { clicks: number };
    counted.clicks = 0;
    addEventListener('click', ({ detail }) => (counted.clicks += detail > 0 ? 1 : 0), true);
  });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'New person' });
  await expect(dialog.getByLabel('E-mail')).toBeFocused();
  await page.keyboard.type('three@browser-tests.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Thea Clicks');
  await expect(dialog.getByRole('switch', { name: 'Create a sign-in link' })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  const linked = page.getByRole('dialog', { name: 'Sign-in link for Thea Clicks' });
  await linked.getByRole('button', { name: 'Copy link' }).click();
  await expect(linked.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => (globalThis as typeof globalThis & { clicks: number }).clicks)).toBe(3);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/sign-in\/link\?token=[\w-]+$/);

  // The next person's dialog starts empty, and a super admin gets no link.
  await linked.getByRole('button', { name: 'Done' }).click();
  await opener.click();
  await expect(dialog.getByLabel('E-mail')).toHaveValue('');
  await dialog.getByLabel('Role', { exact: true }).selectOption('super_admin');
  await expect(dialog.getByRole('switch', { name: 'Create a sign-in link' })).toBeHidden();
});

test('somebody is changed, deactivated with a word of warning, found, and brought back', async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await page.goto('/demo/people?q=keisha');
  await choose(page, 'Keisha Grant', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit Keisha Grant' });
  await expect(dialog.getByLabel('E-mail')).toHaveValue('keisha.grant@harbour-field.example');
  await dialog.getByLabel('Full name').fill('Keisha Grant-Lowe');
  await dialog.getByLabel('Employee number').fill('HF-0042');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  const row = rowOf(page, 'Keisha Grant-Lowe');
  await expect(row).toContainText('Warehouse');
  await expect(row).toContainText('HF-0042');

  await choose(page, 'Keisha Grant-Lowe', 'Deactivate');
  const question = page.getByRole('dialog', { name: 'Deactivate Keisha Grant-Lowe?' });
  await expect(question).toContainText('signed out at once');
  await expect(question).toContainText('history stay');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeFocused();
  await expect(row).toContainText('Inactive');

  await page.getByLabel('Status', { exact: true }).selectOption('Inactive');
  await expect(page).toHaveURL(/status=inactive/);
  await choose(page, 'Keisha Grant-Lowe', 'Reactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
  await expect(page.getByRole('heading', { name: 'No one matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show everyone' }).click();
  // She is on one of several pages.
  await page.getByRole('search').getByRole('searchbox').fill('keisha');
  await expect(rowOf(page, 'Keisha Grant-Lowe')).not.toContainText('Inactive');
});

test(
  'filters and page stand in the address, and survive a reload',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    const authorization = `Bearer ${await server.createToken('users:write')}`;
    const added = Array.from({ length: 20 }, (_, number) => ({
      email: `crew-${number}@browser-tests.example`,
      full_name: `Crew ${number}`,
    }));
    await Promise.all(
      added.map((person) =>
        fetch(`${server.origin}/api/v1/users`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(person),
        }),
      ),
    );
    await signInAs('super_admin');
    await openFromMenu(page, 'People');
    await expect(page.getByText(/^1–50 of \d+ people$/)).toBeVisible();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(page.getByText(/^51–\d+ of \d+ people$/)).toBeVisible();

    await page.getByLabel('Name, e-mail or number').fill('CREW-1');
    await expect(page).toHaveURL(/q=CREW-1$/);
    await expect(page.getByText('1–11 of 11 people')).toBeVisible();
    await page.getByLabel('Role', { exact: true }).selectOption('Trainer');
    await expect(page.getByText('No one matches')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Name, e-mail or number')).toHaveValue('CREW-1');
    await expect(page.getByLabel('Role', { exact: true })).toHaveValue('trainer');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByLabel('Name, e-mail or number')).toHaveValue('');
    await page.goBack();
    await expect(page.getByLabel('Name, e-mail or number')).toHaveValue('CREW-1');

    await page.goto('/demo/people?page=900&role=emperor');
    await page.getByRole('button', { name: 'Go to the first page' }).click();
    await expect(page.getByText(/^1–50 of/)).toBeVisible();
  },
);

test(
  'an e-mail that is in use is refused at its field, and nobody is changed',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.goto('/demo/people?q=callum.reid');
    await page.getByRole('button', { name: 'New person' }).click();
    const dialog = page.getByRole('dialog', { name: 'New person' });
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await expect(dialog.getByText('Enter an e-mail')).toBeVisible();
    await dialog.getByLabel('E-mail').fill('callum.reid');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await expect(dialog.getByText('Must be an e-mail address')).toBeVisible();
    await dialog.getByLabel('E-mail').fill('Callum.Reid@harbour-field.example');
    await dialog.getByLabel('Full name').fill('Somebody Else');
    await dialog.getByRole('button', { name: 'Add person' }).click();
    await expect(dialog.getByText('Someone inactive has this e-mail already')).toBeVisible();
    await expect(dialog.getByLabel('E-mail')).toBeFocused();
    await expectAccessible(page);
    await page.reload();
    await expect(rowOf(page, 'Callum Reid')).toContainText('Inactive');
  },
);

test('the last super admin stays, and is told why', { tag: '@deep' }, async ({ page, server, signInAs }) => {
  await server.createWorkspace('one-admin');
  await signInAs('super_admin', 'Only Admin', 'one-admin');
  await openFromMenu(page, 'People');
  await choose(page, 'Only Admin', 'Deactivate');
  const question = page.getByRole('dialog', { name: 'Deactivate Only Admin?' });
  await expect(question).toContainText('This is you');
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect(question.getByRole('alert')).toContainText('Make someone else a super admin first');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, 'Only Admin', 'Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit Only Admin' });
  await dialog.getByLabel('Role', { exact: true }).selectOption('Auditor');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is the last active super admin');
});

test(
  'a list that cannot be loaded says so, and loads once the server answers',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('auditor');
    await page.route(/users\.search/, (route) => route.abort());
    await page.goto('/demo/people');
    await expect(page.getByRole('alert')).toContainText('Couldn’t load the list of people');
    await page.unroute(/users\.search/);
    await expect(page.getByRole('table', { name: 'People' })).toBeVisible();
  },
);

test(
  'whoever gets no e-mails is marked with the reason, and super admins have them sent again',
  { tag: '@deep' },
  async ({ page, signInAs, server }) => {
    await server.invite('learner', 'Una Reachable', 'demo', 'una@browser-tests.example');
    await server.refuseAddress('una@browser-tests.example', '550 5.1.1 No such user');
    await signInAs('auditor');
    await page.goto('/demo/people?q=una%40');
    const row = rowOf(page, 'Una Reachable');
    await expect(row).toContainText('Doesn’t get e-mails: the address was refused. 550 5.1.1 No such user');
    await expect(row.getByRole('button')).toHaveCount(0);
    await signInAs('super_admin');
    await page.goto('/demo/people?q=una%40');
    await expect(row).toContainText('No such user');
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Send again to Una Reachable' }).click();
    await expect(page.getByText('Una Reachable gets e-mails again.')).toBeVisible();
    await expect(row).not.toContainText('Doesn’t get e-mails');
  },
);

test('people are shown accessibly, wide and on a phone', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin', 'Alex Example');
  await openFromMenu(page, 'People');
  await expect(page.getByRole('table', { name: 'People' }).getByRole('row').nth(1)).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  // The rules take their time with each row, and the rows are all alike.
  await page.goto('/demo/people?q=raymond');
  await expect(rowOf(page, 'Raymond Tully')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page);
  await choose(page, 'Raymond Tully', 'Edit');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
