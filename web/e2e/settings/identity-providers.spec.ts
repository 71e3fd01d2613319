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

// rules/scim 16
test(
  'groups of a provider are mapped to roles and departments, and the page shows first whom that changes',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('super_admin');
    await page.goto('/demo/settings/identity-providers');
    await page.getByRole('button', { name: 'Connect a provider' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Groups of the plant');
    await page.getByRole('dialog').getByRole('button', { name: 'Connect a provider' }).click();
    const once = page.getByRole('dialog', { name: 'Groups of the plant: address and token' });
    const address = await once.getByText('/scim/v2').textContent();
    const token = await once.getByText(/^wtp_\w{36}$/).textContent();
    await once.getByRole('button', { name: 'Done' }).click();
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
      const answer = await fetch(`${address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.status).toBe(201);
      return (await answer.json()) as { id: string };
    };
    const { id: value } = await post('/Users', { userName: 'gus@example.com', displayName: 'Gus Grouped' });
    await post('/Groups', { displayName: 'Plant auditors', members: [{ value }] });
    await post('/Groups', { displayName: 'Everyone at the plant', members: [{ value }] });
    await page.reload();
    const connection = page.getByRole('region', { name: 'Groups of the plant' });
    await connection.getByRole('button', { name: 'Map groups' }).click();
    const dialog = page.getByRole('dialog', { name: 'Map the groups of Groups of the plant' });
    await expect(dialog).toContainText('Nobody would change.');
    await dialog.getByLabel('Add a group').selectOption('Everyone at the plant');
    await dialog.getByLabel('Department of Everyone at the plant').selectOption({ index: 1 });
    await dialog.getByLabel('Add a group').selectOption('Plant auditors');
    await dialog.getByLabel('Role of Plant auditors').selectOption('Auditor');
    const planned = dialog
      .getByRole('table', { name: 'What saving would do' })
      .getByRole('row', { name: /Gus Grouped/ });
    await expect(planned).toContainText('Auditor');
    await dialog.getByRole('button', { name: 'Move Plant auditors up' }).click();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const groups = connection.getByRole('table', { name: 'Groups' });
    await expect(groups.getByRole('row').nth(1)).toContainText('Plant auditors');
    await expect(connection.getByRole('table', { name: 'What the sync would do' })).toContainText('Auditor');
  },
);
