import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll } from '../fixtures.ts';
import { card, chooseToConnect, connectGoogle, dialog, pickFolder, test } from './drives-test.ts';

const WIDE = { width: 1280, height: 1000 };

/** As it is on a desktop in light and on a phone in dark; accessible and within its width in both. */
async function expectWellShown(page: Page, name: string) {
  for (const [size, colorScheme] of [
    [WIDE, 'light'],
    [PHONE, 'dark'],
  ] as const) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
    // It measures the colours of both schemes, and leaves the light one.
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    const file = test.info().outputPath(`${name}-${colorScheme}.png`);
    await page.screenshot({ path: file, animations: 'disabled', fullPage: true });
  }
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
}

test(
  'a drive says in words why it is not read, and lists its documents page by page',
  { tag: '@deep' },
  async ({ server, openDrives }) => {
    await server.createWorkspace('in-trouble');
    const drives = [
      { account: 'lost@example.com', state: 'reconnect_needed', reason: 'undecryptable' },
      { account: 'many@example.com', state: 'degraded', reason: 'quota', documents: 120 },
      { account: 'away@example.com', state: 'degraded', reason: 'unavailable' },
    ] as const;
    for (const drive of drives) await server.makeDrive('in-trouble', drive);
    const page = await openDrives('super_admin', 'in-trouble');
    const of = (account: string) => page.getByRole('article').filter({ hasText: account });
    const lost = of('lost@example.com').getByRole('alert', { name: 'The credential can’t be decrypted' });
    await expect(lost).toContainText('Reconnect the drive, or ask the operator to restore the keyring');
    await expect(of('many@example.com').getByRole('status', { name: 'Google is limiting requests' })).toBeVisible();
    await expect(of('away@example.com').getByRole('status', { name: 'Google isn’t responding' })).toBeVisible();
    await expectWellShown(page, 'drives');

    const states = of('many@example.com').getByRole('list', { name: 'Documents by state' });
    await states.getByRole('link').first().click();
    const names = page.getByRole('table', { name: 'documents' }).getByRole('row');
    const shows = async (first: string, count: number) => {
      await expect(names).toHaveCount(count + 1);
      await expect(names.nth(1)).toContainText(first);
    };
    await shows('Document 1', 50);
    await expect(page.getByRole('button', { name: 'First page' })).toBeHidden();
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await shows('Document 51', 50);
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await shows('Document 101', 20);
    await expect(page.getByRole('button', { name: 'Next page' })).toBeHidden();
    await expectWellShown(page, 'documents');
    await page.goBack();
    await shows('Document 51', 50);
    await page.getByRole('button', { name: 'First page' }).press('Enter');
    await shows('Document 1', 50);
  },
);

test('an app that rings by webhook is asked for what verifies it', { tag: '@deep' }, async ({ server, openDrives }) => {
  await server.createWorkspace('ringing');
  const page = await openDrives('super_admin', 'ringing');
  await chooseToConnect(page, /^Lark Drive/);
  await expect(dialog(page).getByLabel('Encrypt Key', { exact: true })).toBeHidden();
  await dialog(page).getByRole('checkbox', { name: 'Use a webhook instead' }).check();
  await expect(dialog(page).getByRole('alert')).toContainText('The operator can set a public address with PUBLIC_URL');
  for (const field of ['Encrypt Key', 'Verification Token']) {
    await expect(dialog(page).getByLabel(field, { exact: true })).toHaveAttribute('type', 'password');
    await dialog(page).getByLabel(field, { exact: true }).fill('typed');
  }
  await expectWellShown(page, 'webhook');
  await dialog(page).getByRole('checkbox', { name: 'Use a webhook instead' }).uncheck();
  await expect(dialog(page).getByLabel('Encrypt Key', { exact: true })).toBeHidden();
});

test(
  'what AI says of a document is read on a phone and in the dark',
  { tag: '@deep' },
  async ({ server, openDrives }) => {
    await server.createWorkspace('summarised');
    const page = await openDrives('super_admin', 'summarised');
    await connectGoogle(page);
    await pickFolder(page, 'My Drive', 'Site handbook');
    await expect(card(page, /^Google Drive/)).toContainText('2 files in 1 folder');
    const suggestion = page
      .getByRole('list', { name: 'Suggestions' })
      .getByRole('link', { name: 'Fire doors', exact: true });
    await expect(async () => {
      await page.goto('/summarised/recommended');
      await suggestion.click({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    const summary = page.getByRole('alert', { name: 'AI summary' });
    await expect(summary.getByRole('heading', { name: 'What it teaches' })).toBeVisible();
    await expect(summary.getByRole('listitem').first()).not.toBeEmpty();
    await expectWellShown(page, 'summary');
  },
);
