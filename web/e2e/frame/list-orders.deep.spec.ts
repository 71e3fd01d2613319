import type { Page } from '@playwright/test';
import { clientOf } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { submitModule } from '../review/review-parts.ts';

const header = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });

/** Sorts by a column, and finds the list in the same order when the page is opened again without an address. */
async function sortsAndRemembers(page: Page, path: string, column: string, way: 'ascending' | 'descending') {
  await page.goto(path);
  await header(page, column).getByRole('button').press('Enter');
  await expect(header(page, column)).toHaveAttribute('aria-sort', way);
  await page.goto(path);
  await expect(header(page, column)).toHaveAttribute('aria-sort', way);
}

// rules/overview 9
test('the review queue is sorted by its columns, which the browser remembers, also on a phone', async ({
  page,
  trainer,
  signInAs,
}) => {
  for (const title of ['Zebra crossings', 'Aardvarks on the dock']) await submitModule(trainer, title);
  await signInAs('content_manager');
  await page.goto('/demo/reviews');
  await expect(header(page, 'Waiting')).toHaveAttribute('aria-sort', 'descending');
  const firstLink = () => page.getByRole('table').getByRole('rowheader').first();
  await sortsAndRemembers(page, '/demo/reviews', 'Module', 'ascending');
  await expect(firstLink()).toContainText('Aardvarks on the dock');
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Descending order of Waiting for review' }).click();
  await expect(page).toHaveURL(/order=module&down=true/);
  await expect(firstLink()).toContainText('Zebra crossings');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('assignments are sorted by completion and overdue people, a person’s training by its columns', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin');
  await sortsAndRemembers(page, '/demo/assignments', 'Completed', 'ascending');
  await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(0);
  const shares = await page
    .getByRole('cell', { name: /^\d+ of \d+$/ })
    .evaluateAll((cells) =>
      cells.map((cell) => (cell.textContent ?? '').split(' of ').map((part) => Number(/\d+$/.exec(part)?.[0]))),
    );
  const values = shares.map(([completed = 0, people = 0]) => completed / people);
  expect(values.length).toBeGreaterThan(3);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  await sortsAndRemembers(page, '/demo/assignments', 'Overdue', 'descending');

  await page.goto('/demo/people?q=Hannah%20Abrahams');
  await page.getByRole('link', { name: 'Hannah Abrahams' }).click();
  await page.waitForURL(/\/people\/.+/);
  const person = new URL(page.url()).pathname;
  await expect(header(page, 'Status')).toHaveAttribute('aria-sort', 'ascending');
  await sortsAndRemembers(page, person, 'Due', 'ascending');
  await expectAccessible(page);
});

test('suggestions are sorted by a field above them, which each tab keeps', async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await page.goto('/demo/recommended');
  const rows = page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem');
  const titles = () => rows.evaluateAll((all) => all.map((row) => row.querySelector('a')?.textContent.toLowerCase()));
  await expect(rows).not.toHaveCount(0);
  const sorted = (await titles()).toSorted((a = '', b = '') => a.localeCompare(b));
  await page.getByLabel('Sort suggestions').selectOption('Sort: Title');
  await expect(page).toHaveURL(/order=title/);
  await expect.poll(titles).toEqual(sorted);
  await page.getByRole('button', { name: 'Descending order of suggestions' }).click();
  await expect.poll(titles).toEqual(sorted.toReversed());
  await page.getByRole('tab', { name: 'Dismissed' }).click();
  await expect(page).toHaveURL(/order=title&down=true/);
  await page.goto('/demo/recommended');
  await expect(page.getByLabel('Sort suggestions')).toHaveValue('title');
  await expectAccessible(page);
});

test('webhooks are sorted by their columns, and the deliveries of one begin with the oldest if asked to', async ({
  page,
  server,
  signInAs,
}) => {
  await signInAs('super_admin');
  const { webhooks } = clientOf(page.context(), server.origin);
  for (const description of ['Zebra', 'Aardvark']) {
    await webhooks.add.mutate({ url: `https://${description}.example.com/`, description, types: ['user.created'] });
  }
  await server.invite('learner', 'Held Event');
  const path = '/demo/settings/webhooks';
  await page.goto(path);
  await expect(header(page, 'Added')).toHaveAttribute('aria-sort', 'descending');
  await sortsAndRemembers(page, path, 'Webhook', 'ascending');
  await expect(page.getByRole('rowheader').first()).toContainText('Aardvark');
  await page.getByRole('link', { name: 'Aardvark' }).click();
  const first = page.getByRole('list', { name: 'Deliveries' }).locator(':scope > li').first();
  await expect(first).toContainText('user.created');
  await page.getByLabel('Order').selectOption('Oldest first');
  await expect(first).toContainText('endpoint.test');
  await page.reload();
  await expect(first).toContainText('endpoint.test');
  await expectAccessible(page);
});
