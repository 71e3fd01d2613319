import type { Page } from '@playwright/test';
import { openAs } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { decisionOn, submitModule } from '../review/review-parts.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
const told = (page: Page, text: string | RegExp) =>
  page.getByRole('list', { name: 'Notifications' }).locator(':scope > li').filter({ hasText: text });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function openSettings(page: Page) {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Notifications' }).click();
  await expect(heading(page, 'Notifications')).toBeVisible();
}

test('a reviewer gets one bell for one submission, live, and follows it to the review', async ({
  browser,
  server,
  trainer,
}) => {
  const { page, leave } = await openAs(browser, server, 'content_manager', 'Told Once');
  await page.goto('/demo');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  const { id } = await submitModule(trainer, 'Told of once');
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 new');
  await bell(page).click();
  await expect(told(page, 'Told of once')).toHaveCount(1);
  await expect(told(page, 'Told of once')).toContainText('Toni Berger submitted “Told of once” for review');
  // What was shown is seen.
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await told(page, 'Told of once').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/demo/reviews/${id}$`));
  await expect(heading(page, 'Told of once')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Notifications' })).toBeHidden();
  await page.reload();
  await expect(heading(page, 'Told of once')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await leave();
});

test(
  'the bell is used without a mouse, and says why somebody was told',
  { tag: '@deep' },
  async ({ page, signInAs, trainer }) => {
    await signInAs('content_manager');
    await submitModule(trainer, 'Told by keyboard');
    await expect(bell(page)).toHaveAccessibleName('Notifications: 1 new');
    await bell(page).focus();
    await page.keyboard.press('Enter');
    const row = told(page, 'Told by keyboard');
    await expect(row).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(row.getByRole('link')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(row).toContainText('You review, and may decide on this module.');
    await expect(row.getByRole('list', { name: 'How you were told' })).toContainText('Bell: sent');
    await expect(row.getByRole('list', { name: 'How you were told' })).toContainText(
      'E-mail: not sent. They had already seen it in the console.',
    );
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(row).toBeHidden();
    await expect(bell(page)).toBeFocused();
  },
);

test(
  'who has no notification settings reads at the bell how to stop mails',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('learner');
    await bell(page).click();
    await expect(page.getByRole('dialog')).toContainText('To stop a kind of mail, use the link at the end of one.');
    await expectAccessible(page);
  },
);

test('on a phone the bell fills the screen', { tag: '@deep' }, async ({ page, signInAs, trainer }) => {
  await page.setViewportSize(PHONE);
  await signInAs('content_manager');
  await bell(page).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  await expectAccessible(page);
  await submitModule(trainer, 'Told on a phone, where even a title that is rather long is shown whole');
  await expect(told(page, 'Told on a phone')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(bell(page)).toBeFocused();
});

test(
  'an author is told of a decision in the words of the reviewer',
  { tag: '@deep' },
  async ({ browser, server, reviewer }) => {
    const author = await openAs(browser, server, 'trainer', 'Told Author');
    const { id } = await submitModule(author, 'Told back');
    await author.page.goto('/demo');
    const seen = await decisionOn(reviewer, id, 'quiz');
    await reviewer.api.reviews.query.mutate({ ...seen, comment: 'Question 1 has two right answers.' });
    // Whoever joins a department is soon told of what is assigned there, too.
    await expect(bell(author.page)).toHaveAccessibleName(/^Notifications: \d+ new$/);
    await bell(author.page).click();
    await expect(told(author.page, 'Told back')).toContainText(
      'Ines Moreau requested changes to the quiz of “Told back”',
    );
    await told(author.page, 'Told back').getByRole('link').click();
    await expect(heading(author.page, 'Told back')).toBeVisible();
    await author.leave();
  },
);

test(
  'a bell that cannot be loaded says so, and comes once the server answers',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('content_manager');
    await page.route(/notifications\.inbox/, (route) => route.abort());
    await bell(page).click();
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await expect(dialog.getByRole('alert')).toContainText('Couldn’t load the notifications');
    await expectAccessible(page);
    await page.unroute(/notifications\.inbox/);
    await expect(dialog.getByRole('heading', { name: 'No notifications yet' })).toBeVisible();
  },
);

test(
  'switches are saved as they are moved, and others see them',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs }) => {
    await signInAs('super_admin');
    await openSettings(page);
    const mail = page.getByRole('switch', { name: 'Approval reminders by e-mail' });
    await expect(mail).toBeChecked();
    const auditor = await openAs(browser, server, 'auditor', 'Looking Only');
    await auditor.page.goto('/demo/settings/notifications');
    const row = auditor.page.getByRole('row').filter({ hasText: 'Approval reminders' });
    await expect(row.getByRole('cell').first()).toHaveText('On');
    await expect(auditor.page.locator('main').getByRole('switch')).toHaveCount(0);
    await expect(auditor.page.locator('main').getByRole('button')).toHaveCount(0);
    await expectAccessible(auditor.page);

    await mail.focus();
    await page.keyboard.press('Space');
    await expect(mail).not.toBeChecked();
    await expect(mail).toBeFocused();
    await expect(row.getByRole('cell').first()).toHaveText('Off');
    await page.reload();
    await expect(mail).not.toBeChecked();

    // Where the server does not take it, the switch goes back and says why.
    await page.route(/notifications\.switch/, (route) => route.abort());
    await mail.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('alert')).toContainText('Couldn’t change the setting');
    await expect(mail).not.toBeChecked();
    await page.unroute(/notifications\.switch/);
    await page.keyboard.press('Space');
    await expect(mail).toBeChecked();
    await expect(page.getByRole('alert')).toBeHidden();
    await auditor.leave();
  },
);

test('quiet hours are kept as typed until they are saved', { tag: '@deep' }, async ({ page, server, signInAs }) => {
  await server.createWorkspace('quiet');
  await signInAs('super_admin', 'Robin Example', 'quiet');
  await openSettings(page);
  await page.getByRole('checkbox', { name: 'Quiet hours' }).check();
  await page.getByLabel('From', { exact: true }).fill('19:30');
  await page.getByLabel('To', { exact: true }).fill('19:30');
  await page.getByRole('button', { name: 'Save times' }).click();
  await expect(page.getByLabel('To', { exact: true })).toHaveAccessibleDescription(/different times/);
  await expect(page.getByLabel('To', { exact: true })).toBeFocused();
  await page.getByLabel('To', { exact: true }).fill('06:00');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'API tokens' }).click();
  await openSettings(page);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('19:30');
  await page.getByRole('button', { name: 'Save times' }).click();
  await expect(page.getByText('The times were saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('06:00');
  await expect(page.getByText('Not saved yet')).toBeHidden();
});

test(
  'a super admin finds who was told of an event, who was not, and why',
  { tag: '@deep' },
  async ({ page, signInAs, trainer }) => {
    await signInAs('super_admin', 'Asking Admin');
    await submitModule(trainer, 'Asked about');
    await expect(bell(page)).toHaveAccessibleName('Notifications: 1 new');
    await page.goto('/demo/audit?action=module.submitted&q=asked%20about');
    await page
      .getByRole('list', { name: /^Audit log/ })
      .getByRole('button', { name: /^Details/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'View notifications' }).click();
    await expect(heading(page, 'Sent notifications')).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Who was notified of this event' })).toContainText(
      'Asked about',
    );
    const table = page.getByRole('table', { name: 'notifications' });
    const mine = table.getByRole('row').filter({ hasText: 'Asking Admin' });
    await expect(mine).toHaveCount(2);
    await page.getByLabel('Channel').selectOption('E-mail');
    await expect(mine).toHaveCount(1);
    await expect(mine).toContainText('Waiting');
    await mine.getByRole('button', { name: 'Asking Admin' }).click();
    await expect(table.getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'To Asking Admin: clear this filter' }).click();
    await page.getByLabel('State').selectOption('Failed');
    await expect(page.getByRole('heading', { name: 'No notifications match' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('combobox', { name: 'Person' }).fill('Asking');
    await page.getByRole('option', { name: /Asking Admin/ }).click();
    await expect(table.getByRole('row').filter({ hasText: 'Asked about' })).toHaveCount(2);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test('notifications are shown accessibly, wide and on a phone', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin', 'Alex Example');
  await openSettings(page);
  await expect(page.getByRole('heading', { name: 'Channels' })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Quiet hours' }).check();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
