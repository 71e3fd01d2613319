import { randomUUID } from 'node:crypto';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

// rules/sign-in 3
test('opening a sign-in link spends nothing; its one button does, once', async ({ page, server }) => {
  const link = await server.invite('auditor', 'Sam Example');
  for (let visits = 0; visits < 2; visits += 1) {
    await page.goto(link);
    await expect(page.getByRole('button')).toHaveText(['Sign in']);
  }
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Sam Example' })).toBeVisible();

  await page.getByRole('button', { name: 'Account of Sam Example' }).click();
  await expect(page.getByRole('dialog', { name: 'Account of Sam Example' })).toContainText('Auditor');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in$/);

  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('already used');
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expectAccessible(page);
});

test('a link is asked for by e-mail, with the same answer whoever asks', async ({ page }) => {
  await page.goto('/demo/settings');
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/No mail is set up yet/);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('E-mail')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/Enter an e-mail/);
  await page.getByLabel('E-mail').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/Must be an e-mail address/);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('E-mail').fill('nobody@browser-tests.example');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('a link is printed in the server’s log')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});

test('where mail is sent, the page says so and nothing of a log', { tag: '@deep' }, async ({ page }) => {
  // As somebody from elsewhere is answered.
  await page.route(/session\.methods/, async (route) => {
    const headers = { ...route.request().headers(), 'x-forwarded-for': '192.0.2.7' };
    await route.fulfill({ response: await route.fetch({ headers }) });
  });
  await page.goto('/sign-in');
  await expect(page.getByLabel('E-mail')).toHaveAccessibleDescription(/We’ll send you a link/);
  await page.getByLabel('E-mail').fill('nobody@browser-tests.example');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/log\b/);
  await page.getByRole('button', { name: 'Use another address' }).click();
  await expect(page.getByLabel('E-mail')).toBeFocused();
});

test('an address that no page has says so', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await page.goto('/demo/nowhere');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/elsewhere/settings');
  await expect(page.getByText('You don’t have access to “elsewhere”')).toBeVisible();
  await expectAccessible(page);
});

test('an address of something unknown says so too', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  const unknown = '0199a1b2-0000-7000-8000-000000000000';
  for (const address of [
    `courses/${unknown}`,
    'courses/x',
    `courses/${unknown}/${unknown}`,
    `recommended/${unknown}`,
  ]) {
    await page.goto(`/demo/${address}`);
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
  }
});

test('somebody who is sent to sign in ends where they wanted to go', async ({ page, server }) => {
  for (const [workspace, email] of [
    ['/demo', 'deep@browser-tests.example'],
    ['', 'deeper@browser-tests.example'],
  ] as const) {
    const link = await server.invite('super_admin', 'Deep Example', 'demo', email);
    await page.context().clearCookies();
    await page.goto(`${workspace}/people?role=trainer`);
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('a link is printed in the server’s log')).toBeVisible();
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/demo\/people\?role=trainer$/);
  }

  await page.goto('/sign-in?next=%2Fdemo%2Fcourses');
  await expect(page.getByRole('heading', { name: 'Courses', level: 1 })).toBeVisible();

  // Back undoes a filter.
  await page.goto('/demo/people');
  await page.getByLabel('Role').selectOption('trainer');
  await expect(page).toHaveURL(/role=trainer$/);
  await page.goBack();
  await expect(page.getByLabel('Role')).toHaveValue('');
});

test('the colours follow the choice, and keep it', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.getByRole('button', { name: 'Colours: same as system. Change to light' }).click();
  await page.getByRole('button', { name: 'Colours: light. Change to dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test(
  'a member of two workspaces switches between them, and is in each what they are there',
  { tag: '@deep' },
  async ({ page, server }) => {
    const email = 'both@browser-tests.example';
    await server.createWorkspace('second');
    await server.invite('super_admin', 'Kim Example', 'second', email);
    await page.goto(await server.invite('learner', 'Kim Example', 'demo', email));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'My training', level: 1 })).toBeVisible();

    await page.goto('/demo');
    const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    await expect(pages).toHaveText(['My training']);
    await page.getByRole('button', { name: /^Workspace:/ }).click();
    await expectAccessible(page);
    await page.getByRole('menuitemradio', { name: /second/ }).click();
    await expect(page).toHaveURL(/\/second$/);
    await expect(pages.filter({ hasText: 'People' })).toBeVisible();
    await page.goto('/second/settings');
    await expect(page.getByRole('heading', { name: 'No active API tokens' })).toBeVisible();

    // The address without a workspace leads to the last one.
    await page.goto('/');
    await expect(page).toHaveURL(/\/second$/);
    for (const path of ['/settings', '/people?role=trainer', `/courses/${randomUUID()}`, '/ai/source?kind=text']) {
      await page.goto(path);
      await expect(page).toHaveURL(new RegExp(`/second${path.replace(/\?.*/, '')}`));
    }
    await page.goto('/people?role=trainer');
    await expect(page.getByLabel('Role')).toHaveValue('trainer');
    // What is no page is taken for a workspace.
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: 'You don’t have access to “nowhere”' })).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await page.goto('/people');
    await expect(page).toHaveURL(/\/demo\/people$/);
  },
);
