import type { CDPSession, Page } from '@playwright/test';
import { openLink } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test as base } from '../fixtures.ts';
import { startServer, type TestServer } from '../server.ts';

/** A server that is opened at `localhost`: browsers refuse passkeys of an IP address. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const server = await startServer();
      const named = (address: string) => address.replace('127.0.0.1', 'localhost');
      const invite: TestServer['invite'] = async (...who) => named(await server.invite(...who));
      await provide({ ...server, origin: named(server.origin), invite });
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

/** A device of the person, which verifies them without being asked. */
async function addDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Signs out. Forgets that the browser has used a passkey: the device would fill in the sign-in page by itself. */
async function signOut(page: Page, name: string): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('passkey-used'));
  await page.getByRole('button', { name: `Account of ${name}` }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
}

// rules/sign-in 9, 10, 12 and 13
test('a super admin adds a passkey, signs in with it, requires it, and comes back with a recovery code', async ({
  page,
  server,
  signInAs,
}) => {
  await addDevice(page);
  await signInAs('super_admin', 'Kim Example');
  await page.getByRole('button', { name: 'Account of Kim Example' }).click();
  await page.getByRole('link', { name: 'Account and passkeys' }).click();
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText(/^Passkey of /)).toBeVisible();
  await page.getByRole('button', { name: /^Rename Passkey of/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Work laptop')).toBeVisible();
  await page.getByRole('button', { name: 'Create codes' }).click();
  const codes = (await page.locator('pre').innerText()).trim().split('\n');
  expect(codes).toHaveLength(10);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await signOut(page, 'Kim Example');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Account of Kim Example' })).toBeVisible();

  await page.goto('/demo/settings/workspace');
  await page.getByRole('switch', { name: 'Require a passkey of super admins' }).click();
  await expect(page.getByText('Super admins need a passkey now.')).toBeVisible();
  await expectAccessible(page);

  // With the mailbox alone, someone else gets no further than this page.
  await signOut(page, 'Kim Example');
  await openLink(
    page,
    await server.invite('super_admin', 'Kim Example', 'demo', 'super_admin-1@browser-tests.example'),
  );
  await page.goto('/demo/people');
  await expect(page.getByRole('heading', { name: 'Passkey needed' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('Recovery code').fill('ABCD-EFGH-JKMN-PQRS');
  await page.getByRole('button', { name: 'Use the code' }).click();
  await expect(page.getByLabel('Recovery code')).toHaveAccessibleDescription(/isn’t one of yours/);
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();

  await page.goto('/demo/account');
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
});
