import { expect } from '../fixtures.ts';
import { test } from '../desk-test.ts';

test('somebody is changed over REST, and the signed event arrives where the console was told; its attempts are shown', async ({
  page,
  context,
  server,
  desk,
  signInAs,
}) => {
  const authorization = `Bearer ${await server.createToken('users:write')}`;
  async function upsert(person: object) {
    const answer = await fetch(`${server.origin}/api/v1/users`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ana.souza@browser-tests.example', ...person }),
    });
    expect(answer.ok).toBe(true);
  }
  await upsert({ full_name: 'Ana' });
  await signInAs('super_admin');
  await page.goto('/demo/settings/webhooks');

  // A page without any has it twice.
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add webhook' });
  await form.getByLabel('Address').fill(desk.receiver);
  await form.getByLabel('People', { exact: true }).check();
  await form.getByRole('button', { name: 'Add and send test' }).click();
  const added = page.getByRole('dialog', { name: 'Webhook added' });
  await expect(added).toContainText('The webhook is on.');
  const secret = (await added.getByText(/^whsec_/).textContent()) ?? '';
  await added.getByRole('button', { name: 'Done' }).click();

  const arrived = await context.newPage();
  await arrived.goto(desk.url);
  const events = arrived.locator('#events');
  await expect(events).toContainText('endpoint.test · signature not checked');
  await arrived.getByLabel('Secret of the endpoint').fill(secret);
  await arrived.getByRole('button', { name: 'Check signatures' }).click();
  await expect(events).toContainText('endpoint.test · signature right');

  await upsert({ full_name: 'Ana Souza' });
  await expect(events).toContainText('user.updated · signature right');
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  const updated = deliveries.filter({ hasText: 'user.updated' });
  await expect(updated).toContainText(/Delivered.*200/);

  await arrived.getByLabel('From now on it answers').selectOption('500');
  await upsert({ deactivate: true });
  await expect(events).toContainText('user.deactivated · signature right');
  const deactivated = deliveries.filter({ hasText: 'user.deactivated' });
  await expect(deactivated).toContainText('500');
  await deactivated.locator('summary').first().click();
  const attempts = deactivated.getByRole('list', { name: 'Attempts' });
  await expect(attempts).toContainText('The answer is 500, as chosen on the page.');
  await arrived.getByLabel('From now on it answers').selectOption('200');
  await expect(attempts).toContainText('The answer is 200, as chosen on the page.');
  await expect(events).toContainText('user.deactivated · signature right · came 2 times');
});
