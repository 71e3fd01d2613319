import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';

// rules/scim 11 and 12
test('a provider is connected, its sync is rehearsed person by person, and then switched on', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin');
  await page.goto('/demo/settings/identity-providers');
  await page.getByRole('button', { name: 'Connect a provider' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Okta of the plant');
  await page.getByRole('dialog').getByRole('button', { name: 'Connect a provider' }).click();
  const once = page.getByRole('dialog', { name: 'Okta of the plant: address and token' });
  const address = await once.getByText('/scim/v2').textContent();
  const token = await once.getByText(/^wtp_\w{36}$/).textContent();
  await expectAccessible(page);
  await once.getByRole('button', { name: 'Done' }).click();
  const connection = page.getByRole('region', { name: 'Okta of the plant' });
  await expect(connection).toContainText('Rehearsal');
  const added = await fetch(`${address}/Users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
    body: JSON.stringify({ userName: 'rehearsed@example.com', displayName: 'Rita Rehearsed' }),
  });
  expect(added.status).toBe(201);
  await page.reload();
  const plan = connection.getByRole('table', { name: 'What the sync would do' });
  await expect(plan.getByRole('row', { name: /Rita Rehearsed/ })).toContainText('Added');
  await expect(connection.getByRole('table', { name: 'Last requests' })).toContainText('POST /Users');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await connection.getByRole('button', { name: 'Switch on' }).click();
  await page
    .getByRole('dialog', { name: 'Switch on Okta of the plant?' })
    .getByRole('button', { name: 'Switch on' })
    .click();
  await expect(connection.getByText('On', { exact: true })).toBeVisible();
  await page.goto('/demo/people?search=rehearsed');
  await expect(page.getByText('Rita Rehearsed')).toBeVisible();
});
