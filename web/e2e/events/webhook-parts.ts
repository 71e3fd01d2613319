import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { TestServer } from '../server.ts';
import type { Receiver } from './webhook-receiver.ts';

export const deliveries = (page: Page) => page.getByRole('list', { name: 'Deliveries' }).locator(':scope > li');

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

export async function openWebhooks(page: Page) {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).click();
  await expect(heading(page, 'Webhooks')).toBeVisible();
}

/** Adds one that is told of people, and answers its secret; the page of the webhook is open then. */
export async function addWebhook(page: Page, receiver: Receiver, name: string): Promise<string> {
  await openWebhooks(page);
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Description').fill(name);
  await dialog.getByRole('checkbox', { name: 'People' }).check();
  await dialog.getByRole('button', { name: 'Add and send test' }).click();
  const once = page.getByRole('dialog', { name: 'Webhook added' });
  const secret = await once.getByRole('group', { name: 'Signing secret' }).locator('pre').innerText();
  await once.getByRole('button', { name: 'Done' }).click();
  await expect(heading(page, name)).toBeVisible();
  return secret;
}

let people = 0;

/** Adds somebody over REST, as an HR system does, and answers their name. */
export async function hire(server: TestServer): Promise<string> {
  const token = await server.createToken('users:write');
  const full_name = `Hired ${(people += 1)} ${Date.now()}`;
  const answer = await fetch(`${server.origin}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${full_name.replaceAll(' ', '-')}@hired.example`, full_name }),
  });
  expect(answer.status).toBe(201);
  return full_name;
}
