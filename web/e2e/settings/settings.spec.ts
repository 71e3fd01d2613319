import type { Locator, Page } from '@playwright/test';
import { MAX_ACTIVE_TOKENS } from '@training/shared/tokens/tokens';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

/** Opens the settings page by its place in the menu; the demo workspace has a revoked token, so there is a switch. */
async function openSettings(page: Page) {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Keys and tokens', level: 1 })).toBeVisible();
  await expect(page.getByRole('switch', { name: /Show revoked/ })).toBeVisible();
}

const tokenTable = (page: Page) => page.getByRole('table', { name: 'API tokens' });
const rowOf = (page: Page, name: string) => tokenTable(page).getByRole('row').filter({ hasText: name });

/** Does what the curl line does; answers the status and the body. */
async function runCurl(line: string) {
  const parts = /^curl -H "Authorization: (Bearer wtp_\w{36})" (http:\S+)$/.exec(line);
  expect(parts, line).not.toBeNull();
  const [, authorization = '', url = ''] = parts ?? [];
  const response = await fetch(url, { headers: { authorization } });
  return { status: response.status, body: await response.json() };
}

async function createToken(page: Page, name: string, preset = 'HR sync'): Promise<Locator> {
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: preset }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const once = page.getByRole('dialog', { name: `Token “${name}”` });
  await expect(once).toBeVisible();
  return once;
}

test('a token is created, copied, used by its curl line, revoked, and then refused', async ({
  page,
  context,
  signInAs,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('super_admin');
  await openSettings(page);

  const once = await createToken(page, 'Nightly sync');
  await expect(once.getByText('You won’t see it again')).toBeVisible();
  await once.getByRole('button', { name: 'Copy token' }).click();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  expect(token).toMatch(/^wtp_[0-9A-Za-z]{36}$/);
  await once.getByRole('button', { name: 'Copy command' }).click();
  const curl = await page.evaluate(() => navigator.clipboard.readText());
  expect(curl).toContain(token);
  const firstCall = once.getByRole('status').last();
  await expect(firstCall).toHaveText('Waiting for the first call…');
  expect(await runCurl(curl)).toMatchObject({
    status: 200,
    body: { name: 'Nightly sync', scopes: ['users:read', 'users:write'] },
  });

  await expect(firstCall).toHaveText('GET /api/token, just now');
  await expectAccessible(page);

  // A stray Escape or click beside the panel does not lose the only sight of the value.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(once).toBeVisible();
  await once.getByRole('button', { name: 'Done' }).click();
  await expect(once).toBeHidden();
  expect(await page.content()).not.toContain(token);

  const row = rowOf(page, 'Nightly sync');
  await expect(row).toContainText(token.slice(0, 8));
  await expect(row).toContainText('users:write');
  await expect(row).toContainText('Robin Example');
  await expect(row).toContainText('127.0.0.1');

  await row.getByRole('button', { name: 'Revoke Nightly sync' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke “Nightly sync”?' });
  await expect(question).toContainText('stops working');
  await expect(question).toContainText('from 127.0.0.1');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row.getByRole('button', { name: 'Revoke Nightly sync' })).toBeFocused();
  await page.keyboard.press('Enter');
  let revocations = 0;
  page.on('request', (request) => (revocations += request.url().includes('tokens.revoke') ? 1 : 0));
  await question.getByRole('button', { name: 'Revoke token' }).dblclick();
  await expect(question).toBeHidden();
  await expect(row).toBeHidden();
  await expect(page.getByRole('heading', { name: 'API tokens', exact: true })).toBeFocused();
  expect(revocations).toBe(1);
  expect(await runCurl(curl)).toMatchObject({ status: 401, body: { code: 'token_invalid' } });

  await page.getByRole('switch', { name: /Show revoked/ }).check();
  await expect(row).toContainText('Revoked');
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('the keyboard alone is enough', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openSettings(page);
  const focused = page.locator(':focus');
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error('The keyboard does not reach it');
  };

  const opener = page.getByRole('button', { name: 'New token' });
  await tabTo(opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Hand-typed');
  await tabTo(dialog.getByRole('checkbox', { name: 'catalog:read' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const once = page.getByRole('dialog', { name: 'Token “Hand-typed”' });
  await expect(once.getByRole('button', { name: 'Copy token' })).toBeFocused();
  await tabTo(once.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(once).toBeHidden();
  await expect(opener).toBeFocused();

  await tabTo(page.getByRole('button', { name: 'Revoke Hand-typed' }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: /Revoke “Hand-typed”/ });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // The focus stays inside.
  for (let presses = 0; presses < 5; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(question.locator(focused)).toHaveCount(1);
  }
  await tabTo(question.getByRole('button', { name: 'Revoke token' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Revoke Hand-typed' })).toBeHidden();
});

test(
  'a token is replaced by another with the same scopes, and works until it is revoked',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await openSettings(page);
    const first = await createToken(page, 'Old sync');
    const curl = await first.getByRole('group', { name: 'Try it in a terminal' }).locator('pre').innerText();
    await first.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('button', { name: 'Replace Old sync' }).click();
    const dialog = page.getByRole('dialog', { name: 'Replace “Old sync”' });
    await expect(dialog.getByLabel('Name')).toHaveValue('Old sync (new)');
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const once = page.getByRole('dialog', { name: 'Token “Old sync (new)”' });
    await expect(once).toContainText('Once your system uses the new token, revoke “Old sync”.');
    await once.getByRole('button', { name: 'Done' }).click();
    await expect(rowOf(page, 'Old sync (new)')).toContainText('users:write');
    expect(await runCurl(curl)).toMatchObject({ status: 200, body: { name: 'Old sync' } });
  },
);

test('the page of keys and tokens does not move while it loads', { tag: '@deep' }, async ({ page, signInAs }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await signInAs('super_admin');
  await page.goto('/demo/settings');
  await expect(page.getByRole('switch', { name: /Show revoked/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const moved = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0),
  );
  expect(moved).toBeLessThanOrEqual(0.02);
});

test(
  'links lead to the sections of the settings, with the focus, and between their pages',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.goto('/demo/settings#api-tokens');
    const tokens = page.getByRole('heading', { name: 'API tokens', exact: true });
    await expect(tokens).toBeFocused();
    await expect(tokens).toBeInViewport();

    const places = page.getByRole('navigation', { name: 'Settings' });
    const current = places.locator('[aria-current=page]');
    await expect(current).toHaveText(['API tokens']);
    await places.getByRole('link', { name: 'Provider keys' }).click();
    const keys = page.getByRole('heading', { name: 'AI provider keys' });
    await expect(keys).toBeFocused();
    await expect(keys).toBeInViewport();
    await expect(current).toHaveText(['Provider keys']);
    await page.mouse.wheel(0, 5_000);
    await places.getByRole('link', { name: 'Provider keys' }).press('Enter');
    await expect(keys).toBeFocused();
    await expect(keys).toBeInViewport();

    for (const [name, heading] of [
      ['AI usage', 'AI usage'],
      ['Spoken answers', 'Spoken answers'],
      ['Notifications', 'Notifications'],
      ['Webhooks', 'Webhooks'],
      ['Drives', 'Drives'],
      ['Workspace', 'Workspace'],
    ] as const) {
      await places.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      await expect(current).toHaveText([name]);
    }
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await places.getByRole('link', { name: 'API tokens' }).click();
    await expect(tokens).toBeFocused();
    await expect(tokens).toBeInViewport();
  },
);

test('what is missing is said at its field', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openSettings(page);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog.getByText('Enter a name')).toBeVisible();
  await expect(dialog.getByText('Choose at least one scope')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expectAccessible(page);
});

test(
  'one token too many is refused in words, and what was typed stays',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    await server.createWorkspace('full');
    await signInAs('super_admin', 'Robin Example', 'full');
    const statuses = await page.evaluate(async (count) => {
      const create = (_: unknown, index: number) =>
        fetch('/api/trpc/tokens.create', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-workspace': 'full' },
          body: JSON.stringify({ name: `Token ${index}`, scopes: ['catalog:read'] }),
        }).then(({ status }) => status);
      return Promise.all(Array.from({ length: count }, create));
    }, MAX_ACTIVE_TOKENS);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await page.goto('/full/settings');
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New API token' });
    await dialog.getByLabel('Name').fill('One too many');
    await dialog.getByRole('checkbox', { name: 'intake:create' }).check();
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByRole('alert')).toContainText(`${MAX_ACTIVE_TOKENS}`);
    await expect(dialog.getByRole('alert')).toContainText('Request');
    await expect(dialog.getByLabel('Name')).toHaveValue('One too many');
  },
);

test('an auditor sees the tokens and no way to change them', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await openSettings(page);
  await page.getByRole('switch', { name: /Show revoked/ }).check();
  await expect(tokenTable(page)).toContainText('Revoked');
  await expect(tokenTable(page)).not.toContainText(/wtp_| by | from /);
  await expect(page.getByRole('button', { name: /New token|Replace|Revoke/ })).toHaveCount(0);
});

test('a learner finds their training, and no settings', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('learner');
  await expect(page.getByRole('heading', { name: 'My training', level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveText(['My training']);
  await expectAccessible(page);
  await page.goto('/demo/settings');
  await expect(page.getByText('You don’t have access to this page')).toBeVisible();
  await expect(page).toHaveTitle(/^No access · /);
  await expectAccessible(page);
});

test(
  'a list that cannot be loaded says so, and loads by itself or when asked, which is said too',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.clock.install();
    // Whatever else the page asks for may go in the same request.
    await page.route(/tokens\.list/, (route) => route.abort());
    await page.goto('/demo/settings');
    const alert = page.getByRole('alert', { name: 'Couldn’t load the API tokens' });
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await expect(alert).toContainText(/Trying again in \d+ s/);
    const tried = page.waitForRequest(/tokens\.list/);
    await alert.getByRole('button', { name: 'Try now' }).click();
    await tried;
    await expect(alert).toContainText('The server didn’t answer');
    await page.unroute(/tokens\.list/);
    // At the latest after half as long again as the pause after a second failure.
    await page.clock.fastForward(15_000);
    await expect(alert).toBeHidden();
    await expect(page.getByRole('status').filter({ hasText: 'You’re connected again.' })).toBeVisible();
    await expect(page.getByRole('switch', { name: /Show revoked/ })).toBeVisible();
  },
);

test(
  'a page whose code does not come says so, and comes once the server answers',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    const code = /\/assets\/keys-and-tokens-page-.*\.js/;
    await signInAs('super_admin');
    await page.route(code, (route) => route.abort());
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Page not loaded', level: 1 })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('Couldn’t load this page');
    await expect(page.getByRole('alert')).toContainText('The server didn’t answer');
    await expectAccessible(page);

    // With the server away altogether, the console stays where it is.
    await page.route(/\/$/, (route) => route.abort());
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByRole('button', { name: 'Try now' })).toBeEnabled();
    await expect(page.getByRole('alert')).toContainText('The server didn’t answer');

    await page.unrouteAll();
    await expect(page.getByRole('heading', { name: 'Keys and tokens', level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/demo\/settings$/);
  },
);

test(
  'every part is accessible, in light and dark, wide and on a phone',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin', 'Alex Example');
    await expectAccessible(page);
    await openSettings(page);
    await expectAccessible(page);
    for (const [name, preset] of [
      ['HR system, nightly sync', 'HR sync'],
      ['Quarterly report', 'BI export'],
    ] as const) {
      const once = await createToken(page, name, preset);
      await runCurl(await once.getByRole('group', { name: 'Try it in a terminal' }).locator('pre').innerText());
      await once.getByRole('button', { name: 'Done' }).click();
      await expect(rowOf(page, name)).toBeVisible();
    }
    await page.reload();
    await expect(rowOf(page, 'Quarterly report')).toContainText('127.0.0.1');
    await page.getByRole('switch', { name: /Show revoked/ }).check();
    await expectAccessible(page);
    await page.mouse.move(640, 790);
    await page.getByRole('button', { name: /Account of/ }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Settings' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    const once = await createToken(page, 'A token with quite a long name, to see how that fits');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await once.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /Revoke A token/ }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Revoke token' }).click();
  },
);
