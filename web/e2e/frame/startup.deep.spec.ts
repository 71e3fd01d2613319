import { expect, expectAccessible, test } from '../fixtures.ts';

/** Lighthouse's slow 4G: 1.6 Mbit/s and 150 ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const SCRIPTS = /\/assets\/.*\.js$/;

test('something is painted at slow 4G before any of the console’s code has come', async ({ page }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.emulateNetworkConditions', SLOW_4G);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const asked = new Set<string>();
  await page.route(SCRIPTS, async (route) => {
    asked.add(route.request().url());
    await held;
    await route.continue();
  });
  await page.goto('/sign-in', { waitUntil: 'commit' });
  await expect(page.getByText('Opening the console…')).toBeVisible();
  const painted = () =>
    page.evaluate(() => performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime));
  await expect.poll(painted).toHaveLength(1);
  expect(asked.size).toBeGreaterThan(0);
  release();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await expect(page.getByText('Opening the console…')).toBeHidden();
});

test('whoever is not signed in signs in without the console’s code', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  for (const [address, signIn] of [
    ['/', /\/sign-in$/],
    ['/demo/people?role=trainer', /\/sign-in\?next=%2Fdemo%2Fpeople%3Frole%3Dtrainer$/],
  ] as const) {
    await page.goto(address);
    await expect(page.getByLabel('E-mail')).toBeFocused();
    await expect(page).toHaveURL(signIn);
  }
  expect(fetched.some((url) => url.includes('/assets/signed-out-'))).toBe(true);
  expect(fetched.filter((url) => url.includes('/assets/console-'))).toEqual([]);
});

test('our own styles come after Mantine’s, on the sign-in page and in the console', async ({ page, signInAs }) => {
  const textSize = () => page.evaluate(() => getComputedStyle(document.body).fontSize);
  await page.goto('/sign-in');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(await textSize()).toBe('14px');
  await signInAs('auditor');
  expect(await textSize()).toBe('14px');
});

test('it stands in the colours that were chosen, and says so when the code does not come', async ({ page }) => {
  await page.route(/\/assets\/signed-out-.*\.js$/, (route) => route.abort());
  const says = () => expect(page.getByRole('status')).toContainText('could not be loaded');
  await page.goto('/sign-in');
  await says();
  // Nothing that follows the system has come: the colours are those of when it was opened.
  await expectAccessible(page, async (colorScheme) => {
    await page.reload();
    await says();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  });
  await page.reload();
  const background = () => page.locator('.startup').evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await background();
  await page.evaluate(() => localStorage.setItem('color-scheme', 'dark'));
  await page.reload();
  await says();
  expect(await background()).not.toBe(light);
});
