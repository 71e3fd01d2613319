import type { Locator, Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, inMenu, screenshot, test } from '../fixtures.ts';
import { button, heading } from './training-parts.ts';

const people = (page: Page) => page.getByRole('table', { name: 'Overdue' });
const rows = (page: Page) => people(page).getByRole('row');
const selection = (page: Page) => page.getByRole('group', { name: 'Selected trainings' });
const dialog = (page: Page) => page.getByRole('dialog');
const inSelection = (page: Page, name: string) => selection(page).getByRole('button', { name, exact: true });

/** As many presses of Tab anything may be away. */
const FURTHEST = 100;

/** Presses Tab until `target` has the focus, then `key`. */
async function pressAt(target: Locator, key: string) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses <= FURTHEST; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return target.press(key);
    await target.page().keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

/** The whole page is at most four screens of a phone. */
async function expectShort(page: Page) {
  await expect(people(page)).toBeVisible();
  for (const name of ['departments', 'months', 'modules']) {
    await expect(page.getByRole('table', { name, exact: true })).toBeVisible();
  }
  const screens = await page.evaluate((height) => document.documentElement.scrollHeight / height, PHONE.height);
  expect(screens).toBeLessThanOrEqual(4);
}

test('a manager finds who is behind, reminds ten, and assigns them a module, with eight clicks', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin', 'Mara Manager');
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  await click(inMenu(page, 'Analytics'));
  await expect(heading(page, 'Analytics')).toBeVisible();
  const figures = page.getByRole('region', { name: 'Figures' });
  for (const title of ['Completed on time', 'Overdue', 'Expiring']) {
    await expect(figures.getByRole('img', { name: new RegExp(`^${title}, every ten days\\. `) })).toBeVisible();
  }
  await expect(rows(page)).toHaveCount(11);

  await click(page.getByRole('checkbox', { name: 'Select all shown' }));
  await expect(selection(page)).toContainText('10 trainings selected');
  await click(inSelection(page, 'Remind'));
  await expect(page.getByText('10 reminders were sent.')).toBeVisible();
  await expect(people(page).getByText('by Mara Manager', { exact: true })).toHaveCount(10);
  await expect(selection(page)).toBeHidden();

  await click(page.getByRole('checkbox', { name: 'Select all shown' }));
  await click(inSelection(page, 'Assign'));
  await click(dialog(page).getByRole('combobox', { name: 'Modules and courses' }));
  await click(page.getByRole('listbox').getByRole('option').first());
  await expectAccessible(page);
  await click(dialog(page).getByRole('button', { name: 'Assign', exact: true }));
  await expect(page.getByText(/^\d+ assignments were made\.$/)).toBeVisible();
  expect(clicks).toBe(8);

  // Nobody is reminded twice in a day, and the page says who did it.
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .click();
  await inSelection(page, 'Remind').click();
  await expect(dialog(page)).toContainText('by Mara Manager. Remind again 24 hours after that.');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Done' }).click();
});

test(
  'a list sorts, and its view is in the address; a name leads to the person',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.goto('/demo/analytics?list=expiring');
    const certificates = page.getByRole('table', { name: 'Expiring' });
    const header = certificates.getByRole('columnheader', { name: 'Person' });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    const first = certificates.getByRole('rowheader').first().getByRole('link');
    await page.getByRole('navigation', { name: 'Pages of trainings' }).getByRole('button', { name: 'Page 2' }).click();
    await expect(page).toHaveURL(/order=person.*page=2|page=2.*order=person/);
    const { pathname, search } = new URL(page.url());
    await page.goto('/demo/analytics?list=expiring');
    const byDate = await certificates.getByRole('rowheader').allTextContents();
    await page.goto(pathname + search);
    const name = await first.textContent();
    await expect(certificates.getByRole('rowheader')).not.toHaveText(byDate);
    await expect(page.getByText(/^11–20 of \d+ trainings$/)).toBeVisible();
    await first.click();
    await expect(heading(page, name ?? '')).toBeVisible();
    await page.goBack();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
  },
);

test(
  'a trainer follows a name to the person’s training, and sorts on a phone',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('trainer');
    await page.setViewportSize(PHONE);
    await page.goto('/demo/analytics');
    const name = people(page).getByRole('rowheader').getByRole('link').first();
    const byDate = await name.innerText();
    await page.getByLabel('Sort Overdue').selectOption('Sort: Person');
    await expect(page).toHaveURL(/order=person/);
    // The list in its former order stays until the new one is there.
    await expect(name).not.toHaveText(byDate);
    const words = await name.innerText();
    await name.click();
    await expect(heading(page, words)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Training' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test(
  'on a phone the page is at most four screens long, and all shown are selected from a row',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.setViewportSize(PHONE);
    await page.goto('/demo/analytics');
    await expectShort(page);
    await page
      .getByRole('checkbox', { name: /^Select .+,/ })
      .first()
      .click();
    await inSelection(page, 'Select all 10').click();
    await expect(selection(page)).toContainText('10 trainings selected');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test('an auditor reads the figures and lists, and acts on none', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.setViewportSize(PHONE);
  await page.goto('/demo/analytics');
  await expectShort(page);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(0);
  await expect(button(page, 'Remind')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await screenshot(page, 'analytics-phone');
});

test(
  'a training is extended, and one is excused, with the keyboard alone',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.goto('/demo/analytics?order=person');
    await expect(rows(page)).toHaveCount(11);
    const menuOf = (n: number) =>
      people(page)
        .getByRole('button', { name: /^Actions for / })
        .nth(n);
    const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
    await pressAt(menuOf(0), 'Enter');
    await expect(item('Remind')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(item('Assign').or(item('Remind')).and(page.locator(':focus'))).toBeVisible();
    await item('Extend').press('Enter');
    await expect(dialog(page).getByLabel('New due date')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 training was extended.')).toBeVisible();
    await pressAt(menuOf(1), 'Enter');
    await item('Excuse').press('Enter');
    await expect(dialog(page).getByRole('textbox', { name: 'Reason' })).toBeFocused();
    await page.keyboard.type('On leave');
    await pressAt(dialog(page).getByRole('button', { name: 'Excuse', exact: true }), 'Enter');
    await expect(page.getByText('1 training was excused.')).toBeVisible();
  },
);
