import type { Page } from '@playwright/test';
import { chatAddressFor } from '../../../server/test/chat/stand-in.ts';
import { openAs } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, screenshot, test } from '../fixtures.ts';
import { submitModule } from '../review/review-parts.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const channel = (page: Page) => page.getByRole('article', { name: /^Chat/ });

test('a chat channel is connected, tested by its words, told of a submission, and removed', async ({
  page,
  browser,
  server,
  chat,
  signInAs,
  trainer,
}) => {
  const token = 'goodconsole';
  await signInAs('super_admin', 'Alex Example');
  await page.goto('/demo/settings/notifications');
  await expect(channel(page)).toContainText('Not connected');
  await button(page, 'Connect chat').click();
  await expect(dialog(page)).toContainText('Incoming WebHooks');
  await dialog(page).getByLabel('Channel name').fill('#training');
  await dialog(page).getByLabel('Address', { exact: true }).fill('https://elsewhere.example/services/T/B/x');
  await dialog(page).getByRole('button', { name: 'Connect' }).click();
  await expect(dialog(page).getByLabel('Address', { exact: true })).toBeFocused();
  await expect(dialog(page).getByLabel('Address', { exact: true })).toHaveAccessibleDescription(/Slack/);
  await expectAccessible(page);

  // The name outlives Escape; the address does not.
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await button(page, 'Connect chat').click();
  await expect(dialog(page).getByLabel('Channel name')).toHaveValue('#training');
  await expect(dialog(page).getByLabel('Address', { exact: true })).toHaveValue('');
  await dialog(page).getByLabel('Address', { exact: true }).fill(chatAddressFor('slack', token));
  await dialog(page).getByRole('button', { name: 'Connect' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(channel(page)).toContainText('Off until tested');
  await expect(page.locator('main')).not.toContainText(token);

  await button(page, 'Send test message').click();
  await expect(page.getByRole('status').filter({ hasText: 'Slack accepted the message' })).toBeVisible();
  await page.getByLabel('Words from the test message').fill('no idea');
  await button(page, 'Confirm').click();
  await expect(page.getByLabel('Words from the test message')).toHaveAccessibleDescription(/aren’t the words/);
  await expectAccessible(page);
  const words = chat
    .shown(token)
    .flatMap(({ lines }) => lines)
    .join('\n');
  await page.getByLabel('Words from the test message').fill(/enter these words: (\w+ \w+)/.exec(words)?.[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(channel(page)).toContainText('Working');
  const toChat = page.getByRole('switch', { name: 'Module submitted by chat' });
  await toChat.press('Space');
  await expect(toChat).toBeChecked();
  await submitModule(trainer, 'Told to the channel');
  const isTold = () => chat.shown(token).filter(({ lines }) => lines.join().includes('Told to the channel')).length;
  await expect.poll(isTold).toBe(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 1250 });
  await screenshot(page, 'notifications');

  const auditor = await openAs(browser, server, 'auditor', 'Looking Only');
  await auditor.page.goto('/demo/settings/notifications');
  await expect(channel(auditor.page)).toContainText('Working');
  await expect(auditor.page.locator('main')).not.toContainText(/#training|hooks\.slack\.com/);
  await expect(auditor.page.locator('main').getByRole('button')).toHaveCount(0);
  await auditor.leave();

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await button(page, 'Remove the chat channel').click();
  await dialog(page).getByRole('button', { name: 'Remove channel' }).click();
  await expect(channel(page)).toContainText('Not connected');
  await expect(toChat).toBeChecked();
});

test(
  'a channel that takes nothing says what is wrong, and goes on with another address',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    await server.createWorkspace('chatty');
    await signInAs('super_admin', 'Robin Example', 'chatty');
    await page.goto('/chatty/settings/notifications');
    await button(page, 'Connect chat').click();
    await dialog(page).getByLabel('Service').selectOption('Lark or Feishu');
    await expect(dialog(page).getByLabel('Secret', { exact: true })).toBeVisible();
    await dialog(page).getByLabel('Channel name').fill('Training');
    await dialog(page).getByLabel('Address', { exact: true }).fill(chatAddressFor('lark', 'revoked1'));
    await dialog(page).getByRole('button', { name: 'Connect' }).click();
    await expect(dialog(page)).toBeHidden();
    await button(page, 'Send test message').click();
    await expect(page.getByRole('status').filter({ hasText: 'The message wasn’t accepted' })).toContainText(
      'does not know this address',
    );
    await button(page, 'Replace address of the chat channel').click();
    await dialog(page).getByLabel('Address', { exact: true }).fill(chatAddressFor('lark', 'good1'));
    await dialog(page).getByRole('button', { name: 'Replace' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(channel(page)).toContainText('Off until tested');
    await button(page, 'Send test message').click();
    await expect(page.getByRole('status').filter({ hasText: 'accepted the message' })).toBeVisible();
  },
);
