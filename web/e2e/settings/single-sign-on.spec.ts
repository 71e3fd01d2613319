import { once } from 'node:events';
import { createServer } from 'node:http';
import { CLIENT, openIdProvider, portOf } from '../../../server/src/auth/sign-in/identity-provider-fixture.ts';
import { openLink } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test as base } from '../fixtures.ts';
import { startServer, type TestServer } from '../server.ts';

/** A server that may ask providers on this machine. */
const test = base.extend<object, { server: TestServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const server = await startServer({ OUTGOING_HTTP: 'true', OUTGOING_PRIVATE_TARGETS: 'loopback' });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

// rules/sign-in 30, 32, 34 and 35
test('a super admin sets up the company’s provider, tries it, requires it, and signs in by their address', async ({
  browser,
  server,
}) => {
  // Of its own: the provider's pages are on another server.
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const issuer = `http://127.0.0.1:${portOf(listening)}`;
  listening.on('request', openIdProvider(issuer, `${server.origin}/api/auth/callback/oidc/demo`).callback());
  const email = 'kim@company.example';
  /** The provider's own pages, which are English. */
  const atProvider = async () => {
    await page.locator('input[name=login]').fill(email);
    await page.locator('input[name=password]').fill('any');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]', { hasText: 'Continue' }).click();
  };

  await openLink(page, await server.invite('super_admin', 'Kim Example', 'demo', email));
  await page.goto('/demo/settings/sign-in');
  await page.getByRole('button', { name: 'Set up' }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByText('/api/auth/callback/oidc/demo')).toBeVisible();
  await form.getByLabel('Issuer').fill(issuer);
  await form.getByLabel('Client ID').fill(CLIENT.clientId);
  await form.getByLabel('Client secret').fill(CLIENT.clientSecret);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not tried yet')).toBeVisible();
  await page.getByRole('button', { name: 'Try and switch on' }).click();
  await atProvider();
  await expect(page.getByText('Single sign-on is on')).toBeVisible();

  await page.getByRole('button', { name: 'Add a domain' }).click();
  await page.getByRole('dialog').getByLabel('Domain').fill('company.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Add a domain' }).click();
  const domain = page.getByRole('region', { name: 'company.example' });
  await expect(domain).toContainText('_training-challenge.company.example');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await server.verifyDomain('company.example');
  await page.goto('/demo/settings/sign-in');
  await expect(domain.getByText('Verified by the operator')).toBeVisible();

  const required = page.getByRole('switch', { name: 'People of the verified domains must use single sign-on' });
  await required.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with it' }).click();
  // The page that comes back has no alert; the one that leaves still has its button.
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in with it' })).toBeVisible();
  await required.click();
  await expect(required).toBeChecked();

  await page.context().clearCookies({ name: /^training/ });
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill('Kim@Company.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/demo$/);
  await expect(page.getByRole('button', { name: 'Account of Kim Example' })).toBeVisible();
  await context.close();
  listening.closeAllConnections();
  listening.close();
});
