import type { Page } from '@playwright/test';
import { clientOf, openAs } from '../colleagues.ts';
import { expect, expectAccessible, openFromMenu, test } from '../fixtures.ts';
import { submitModule, waitingRow } from '../review/review-parts.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link');

test('an auditor reads everything and changes nothing', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await expect(menu(page)).toHaveText([
    'Start',
    'My training',
    'People',
    'Departments',
    'Courses',
    'Recommended',
    'Review',
    'Translations',
    'Analytics',
    'Audit log',
    'Settings',
  ]);
  const writes = page.getByRole('main').getByRole('button', { name: /New|Edit|Deactivate|Rename|Delete|Dismiss|Undo/ });
  await openFromMenu(page, 'People');
  await page.getByLabel('Name, e-mail or number').fill('Ines Castelo');
  await expect(page.getByRole('table', { name: 'People' })).toContainText('Ines Castelo');
  await expect(writes).toHaveCount(0);
  await openFromMenu(page, 'Departments');
  await expect(page.getByRole('table', { name: 'Departments' })).toContainText('Warehouse');
  await expect(writes).toHaveCount(0);
  await expectAccessible(page);
  await openFromMenu(page, 'Recommended');
  await page.getByRole('list', { name: 'Suggestions' }).getByRole('link').first().click();
  await expect(page.getByRole('article')).toBeVisible();
  await expect(writes).toHaveCount(0);
  await openFromMenu(page, 'Audit log');
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible();
});

test(
  'an auditor reads the review queue and a review, and decides nothing',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs }) => {
    const trainer = await openAs(browser, server, 'trainer', 'Toni Trainer');
    const { id } = await submitModule(trainer, 'Signal vests');
    await trainer.leave();
    await signInAs('auditor');
    await openFromMenu(page, 'Review');
    await expect(page.getByText('You can read it. Reviewers decide.')).toBeVisible();
    await waitingRow(page, 'Signal vests').getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Signal vests', level: 1 })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Rounds' })).toContainText('Submitted by Toni Trainer');
    const decisions =
      /^(Claim|Take over|Reassign|Assign|Release|Approve|Request changes|Reject|Withdraw|Comment|Resolve)/;
    await expect(page.getByRole('button', { name: decisions })).toHaveCount(0);
    await expectAccessible(page);
    const auditor = clientOf(page.context(), server.origin);
    await expect(auditor.reviews.claim.mutate({ module_id: id })).rejects.toMatchObject({ data: { httpStatus: 403 } });
  },
);

test(
  'a trainer sees the courses and suggestions of the own department',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('trainer');
    await expect(menu(page)).toHaveText([
      'Start',
      'My training',
      'Courses',
      'AI tools',
      'Recommended',
      'Translations',
      'Assignments',
      'Grading',
      'Analytics',
    ]);
    await openFromMenu(page, 'Courses');
    const courses = page.getByRole('table', { name: 'Courses' });
    await expect(courses).toContainText('Warehouse safety');
    await expect(courses).not.toContainText('Safe driving');
    await expectAccessible(page);
    await openFromMenu(page, 'Recommended');
    const queue = page.getByRole('list', { name: 'Suggestions' });
    await expect(queue).toContainText('Battery room');
    await expect(queue).toContainText('No department');
    await expect(queue).not.toContainText('Winter driving');
    await expect(queue.getByRole('button', { name: /^Dismiss/ })).not.toHaveCount(0);
    await page.goto('/demo/people');
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
  },
);

test(
  'a content manager sees every course and suggestion, and no administration',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('content_manager');
    await expect(menu(page)).toHaveText([
      'Start',
      'My training',
      'Courses',
      'Recommended',
      'Review',
      'Translations',
      'Analytics',
    ]);
    await openFromMenu(page, 'Courses');
    await expect(page.getByRole('table', { name: 'Courses' })).toContainText('Safe driving');
    await page.goto('/demo/audit');
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
  },
);

test('a learner finds their training, and no other page', async ({ page, signInAs }) => {
  await signInAs('learner');
  await expect(menu(page)).toHaveText(['My training']);
  await expect(page).toHaveURL(/\/demo\/training$/);
  for (const path of [
    'people',
    'departments',
    'courses',
    'ai',
    'recommended',
    'reviews',
    'grading',
    'analytics',
    'audit',
  ]) {
    await page.goto(`/demo/${path}`);
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
  }
  await expectAccessible(page);
});
