import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, screenshot, test as base } from '../fixtures.ts';
import { addWebhook, deliveries, heading, hire, openWebhooks } from './webhook-parts.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';

const test = base.extend<{ receiver: Receiver }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
  receiver: async ({}, provide) => {
    const receiver = await startReceiver();
    await provide(receiver);
    await receiver.stop();
  },
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');

async function confirm(page: Page, name: string) {
  await dialog(page).getByRole('button', { name, exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

/** What the page knows of the endpoint. */
const fact = (page: Page, name: string) => page.getByRole('term').filter({ hasText: name }).locator('+ dd');

test('a webhook takes its test, and an event arrives with its attempt, live', async ({
  page,
  context,
  server,
  signInAs,
  receiver,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('super_admin');
  await openWebhooks(page);
  await button(page, 'Add webhook').first().click();
  await dialog(page).getByRole('button', { name: 'Add and send test' }).click();
  await expect(dialog(page).getByLabel('Address')).toBeFocused();
  await expect(dialog(page)).toContainText('Choose at least one type');
  await dialog(page).getByLabel('Address').fill(receiver.url);
  await dialog(page).getByLabel('Description').fill('Payroll');
  await dialog(page).getByRole('checkbox', { name: 'user.created' }).check();
  await expect(dialog(page).getByRole('checkbox', { name: 'People' })).not.toBeChecked();
  await dialog(page).getByText('Example', { exact: true }).first().click();
  await expect(dialog(page)).toContainText('"type": "module.submitted"');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Add and send test' }).click();

  const once = page.getByRole('dialog', { name: 'Webhook added' });
  await expect(once).toContainText('The test was accepted');
  await expectAccessible(page);
  await once.getByRole('button', { name: 'Copy secret' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^whsec_[\w+/]{43}=$/);
  // A stray Escape or click beside the panel does not lose the only sight of the secret.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await once.getByRole('button', { name: 'Done' }).click();

  await expect(heading(page, 'Payroll')).toBeVisible();
  await expect(fact(page, 'State')).toHaveText('On');
  await expect(deliveries(page).first()).toContainText('endpoint.test');
  const name = await hire(server);
  const newest = deliveries(page).first();
  await expect(newest).toContainText('user.created');
  await expect(newest).toContainText(/Delivered.*200 in \d+ ms/);
  await newest.locator('summary').click();
  await expect(newest.getByRole('list', { name: 'Attempts' })).toContainText('Thank you');
  await expect(newest).toContainText(`"full_name": "${name}"`);
  await expectAccessible(page);
  expect(receiver.events.at(-1)).toMatchObject({ type: 'user.created' });
});

test('what is held while a webhook is off is replayed, all of it, one, or a span', async ({
  page,
  server,
  signInAs,
  receiver,
}) => {
  await signInAs('super_admin');
  await addWebhook(page, receiver, 'Directory');
  // Events have their places in order: what happened before has arrived with it.
  await hire(server);
  await expect(deliveries(page).first()).toContainText(/Delivered.*user\.created/);
  await button(page, 'Switch off').click();
  await confirm(page, 'Switch off');
  await expect(fact(page, 'State')).toHaveText('Off');
  await hire(server);
  await hire(server);
  await button(page, 'Replay 2 held').click();
  await expect(dialog(page)).toContainText('each is tried once');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  // It has to take a test before it is on again.
  receiver.answer = { status: 500, body: 'Not today' };
  await button(page, 'Switch on').click();
  await dialog(page).getByRole('button', { name: 'Test and switch on' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('It answered 500');
  receiver.answer = { status: 200, body: 'Thank you' };
  await dialog(page).getByRole('button', { name: 'Test and switch on' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(fact(page, 'State')).toHaveText('On');

  const before = receiver.events.length;
  await button(page, 'Replay 2 held').click();
  await confirm(page, 'Replay');
  await expect(page.getByText('2 events were sent again.')).toBeVisible();
  await expect.poll(() => receiver.events.length).toBe(before + 2);
  await expect(button(page, 'Replay 2 held')).toBeHidden();
  await page.getByRole('search', { name: 'Filter deliveries' }).getByLabel('Event').selectOption('user.created');
  await expect(deliveries(page).filter({ hasText: 'replayed' })).toHaveCount(2);

  const [sent, another] = receiver.events.slice(-2);
  await expect(deliveries(page).first()).toContainText('Delivered');
  await deliveries(page).first().locator('summary').click();
  await deliveries(page).first().getByRole('button', { name: 'Replay' }).click();
  await expect.poll(() => receiver.events.length).toBe(before + 3);
  expect([sent, another]).toContainEqual(receiver.events.at(-1));

  await button(page, 'Replay time range').click();
  await dialog(page).getByRole('button', { name: 'Replay' }).click();
  await expect(dialog(page).getByLabel('From')).toHaveAccessibleDescription('Enter a start time');
  await dialog(page).getByLabel('From').fill('2026-01-01T00:00');
  await dialog(page).getByLabel('To', { exact: true }).fill('2025-01-01T00:00');
  await expect(dialog(page).getByLabel('To', { exact: true })).toHaveAccessibleDescription(/Must be later/);
  await dialog(page).getByLabel('To', { exact: true }).fill('');
  await expectAccessible(page);
  await confirm(page, 'Replay');
  await expect.poll(() => receiver.events.length).toBeGreaterThanOrEqual(before + 6);
});

test(
  'a receiver that does not take the test is told of, and its answer is shown',
  { tag: '@deep' },
  async ({ page, signInAs, receiver }) => {
    receiver.answer = { status: 401, body: 'Signature unknown' };
    await signInAs('super_admin');
    await openWebhooks(page);
    await button(page, 'Add webhook').first().click();
    await dialog(page).getByLabel('Address').fill('https://169.254.169.254/latest');
    await dialog(page).getByRole('button', { name: 'Select all' }).click();
    await dialog(page).getByRole('button', { name: 'Add and send test' }).click();
    await expect(dialog(page).getByLabel('Address')).toBeFocused();
    await expect(dialog(page).getByLabel('Address')).toHaveAccessibleDescription(/internet|private|network/i);
    await dialog(page).getByLabel('Address').fill(receiver.url);

    // What was typed outlives Escape.
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await button(page, 'Add webhook').first().click();
    await expect(dialog(page).getByLabel('Address')).toHaveValue(receiver.url);
    await expect(dialog(page).getByRole('button', { name: 'Clear all' })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Add and send test' }).click();
    const once = page.getByRole('dialog', { name: 'Webhook added' });
    await expect(once).toContainText('The test wasn’t accepted');
    await expect(once).toContainText('Signature unknown');
    await once.getByRole('button', { name: 'Done' }).click();
    await expect(heading(page, new URL(receiver.url).host)).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('It hasn’t passed a test yet');

    receiver.answer = { status: 200, body: '' };
    await button(page, 'Send test').click();
    await expect(page.getByRole('status').filter({ hasText: 'The test was accepted' })).toBeVisible();
    await expect(fact(page, 'State')).toHaveText('Off');
  },
);

test(
  'a secret is rolled, with two valid or none but the new one',
  { tag: '@deep' },
  async ({ page, signInAs, receiver }) => {
    await signInAs('super_admin');
    const first = await addWebhook(page, receiver, 'Rolled');
    const roll = async (choice: string) => {
      await button(page, 'Roll secret').click();
      await dialog(page).getByRole('radio', { name: choice }).check();
      await expectAccessible(page);
      await dialog(page).getByRole('button', { name: 'Roll secret' }).click();
      const once = page.getByRole('dialog', { name: 'New signing secret' });
      const secret = await once.getByRole('group', { name: 'Signing secret' }).locator('pre').innerText();
      await once.getByRole('button', { name: 'Done' }).click();
      await expect(dialog(page)).toHaveCount(0);
      return secret;
    };
    const second = await roll('Works for 24 more hours');
    await expect(page.getByText('The old secret also signs')).toBeVisible();
    const third = await roll('Expires now');
    await expect(page.getByText('The old secret also signs')).toBeHidden();
    expect(new Set([first, second, third]).size).toBe(3);
  },
);

test('a webhook is edited, and removed with its deliveries', { tag: '@deep' }, async ({ page, signInAs, receiver }) => {
  await signInAs('super_admin');
  await addWebhook(page, receiver, 'Edited');
  await button(page, 'Edit').click();
  await dialog(page).getByLabel('Description').fill('Renamed');
  await dialog(page).getByRole('checkbox', { name: 'module.published' }).check();
  await confirm(page, 'Save');
  await expect(heading(page, 'Renamed')).toBeVisible();
  await expect(fact(page, 'Sends')).toContainText('module.published');
  await button(page, 'Remove').click();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Remove webhook' }).click();
  await expect(heading(page, 'Webhooks')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Renamed' })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Webhook not found' })).toBeVisible();
});

test(
  'an auditor sees whether webhooks work, and no address',
  { tag: '@deep' },
  async ({ page, browser, signInAs, server, receiver }) => {
    await signInAs('super_admin');
    await addWebhook(page, receiver, 'Audited');
    const address = page.url();
    const other = await browser.newPage();
    await other.goto(await server.invite('auditor', 'Looking Only'));
    await other.getByRole('button', { name: /Sign in/ }).click();
    await expect(other.getByRole('button', { name: 'Account of Looking Only' })).toBeVisible();
    await other.goto(address);
    await expect(heading(other, 'Audited')).toBeVisible();
    // The auditor is news of its own.
    await deliveries(other).filter({ hasText: 'endpoint.test' }).locator('summary').click();
    await expect(deliveries(other).getByRole('list', { name: 'Attempts' })).toContainText('200');
    await expect(other.locator('main')).not.toContainText('127.0.0.1');
    await expect(
      other.locator('main').getByRole('button', { name: /Replay|Roll|Edit|Remove|Switch|test/ }),
    ).toHaveCount(0);
    await other.close();
  },
);

test(
  'webhooks that cannot be loaded say so, and come once the server answers',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.route(/webhooks\.list/, (route) => route.abort());
    await page.goto('/demo/settings/webhooks');
    await expect(page.getByRole('alert')).toContainText('Couldn’t load the webhooks');
    await expectAccessible(page);
    await page.unroute(/webhooks\.list/);
    await expect(page.getByRole('alert')).toBeHidden();
  },
);

test(
  'webhooks are shown accessibly, wide and on a phone',
  { tag: '@deep' },
  async ({ page, server, signInAs, receiver }) => {
    await server.createWorkspace('hooked');
    await signInAs('super_admin', 'Alex Example', 'hooked');
    await openWebhooks(page);
    await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
    await expectAccessible(page);
    await addWebhook(page, receiver, 'HR system');
    receiver.answer = { status: 503, body: 'Down for maintenance' };
    await button(page, 'Send test').click();
    await expect(page.getByRole('status').filter({ hasText: 'The test wasn’t accepted' })).toBeVisible();
    await page.reload();
    await deliveries(page).first().locator('summary').click();
    await expect(deliveries(page).first()).toContainText('Down for maintenance');
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 1150 });
    await screenshot(page, 'webhooks');
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await openWebhooksOnPhone(page);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

async function openWebhooksOnPhone(page: Page) {
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Webhooks' }).click();
  await expect(page.getByRole('table', { name: 'webhooks' })).toBeVisible();
}
