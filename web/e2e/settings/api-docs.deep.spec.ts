import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

/** A token of the demo workspace, made in the console as a person would. */
async function createToken(page: Page): Promise<string> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API token' });
  await dialog.getByLabel('Name').fill('Tried on the reference page');
  await dialog.getByRole('button', { name: 'HR sync' }).click();
  await dialog.getByRole('button', { name: 'Create token' }).click();
  const once = page.getByRole('dialog', { name: /Tried on the reference page/ });
  await once.getByRole('button', { name: 'Copy token' }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The page has its own dark colours, not Mantine's. */
const expectReferenceAccessible = (page: Page) => expectAccessible(page, async () => {});

test('the reference page tries a call with a pasted token', async ({ page, context, signInAs }) => {
  // axe reads a long page four times.
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs('super_admin');
  const token = await createToken(page);

  await page.goto('/api/docs');
  const operation = page.locator('#operations-users-listUsers');
  await expect(operation).toBeVisible();
  await expectReferenceAccessible(page);

  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a token' });
  await dialog.getByRole('textbox').fill(token);
  await dialog.getByRole('button', { name: 'Authorize' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();

  await operation.getByRole('button', { name: /List users/ }).click();
  await operation.getByRole('combobox', { name: 'role' }).selectOption('auditor');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/v1/users?')),
    operation.getByRole('button', { name: 'Execute' }).click(),
  ]);
  expect(answer.status()).toBe(200);
  expect(new URL(answer.url()).search).toBe('?role=auditor&limit=100&offset=0');
  await expect(operation.locator('.live-responses-table')).toContainText('"role": "auditor"');
  await expectReferenceAccessible(page);

  // Nothing is kept of the token.
  await page.reload();
  await expect(operation).toBeVisible();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  );
  expect(kept).not.toContain(token);
});

test(
  'the type of a problem leads to what its code means, on a phone too',
  { tag: '@deep' },
  async ({ page, request }) => {
    const refused = await request.get('/api/v1/catalog');
    expect(refused.status()).toBe(401);
    const { type } = await refused.json();
    await page.setViewportSize(PHONE);
    await page.goto(type);
    await expect(page.getByRole('row', { name: /token_missing/ })).toBeInViewport();
    await expect(page.locator('#operations-catalog-listCatalog')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectReferenceAccessible(page);
  },
);
