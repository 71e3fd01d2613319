import type { Page } from '@playwright/test';
import { clientOf, openAs } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, inMenu, test } from '../fixtures.ts';
import { decisionOn, submitModule, writeModule } from '../review/review-parts.ts';
import { publish } from '../training/training-parts.ts';

const panel = (page: Page, title: RegExp | string) => page.getByRole('region', { name: title });

/** As it is on a desktop and on a phone, in light and dark. */
async function expectFine(page: Page) {
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

// rules/overview 5
test('a super admin sees what needs them, and a set-up list that can be put away and taken back', async ({
  page,
  signInAs,
  trainer,
}) => {
  await submitModule(trainer, 'Oil spills');
  await signInAs('super_admin');
  await expect(page.getByRole('heading', { name: 'Hello, Robin Example' })).toBeVisible();
  const attention = panel(page, 'Needs attention');
  await expect(attention.getByRole('link', { name: /^Oldest review: / })).toBeVisible();
  await expect(panel(page, 'Overdue and expiring').getByRole('listitem').first()).toBeVisible();
  const figure = panel(page, /^Training in this workspace/);
  await expect(figure.getByRole('list', { name: 'How training stands' })).toContainText(/Completed\d/);
  await expectFine(page);

  const setUp = panel(page, 'Set up your workspace');
  await expect(setUp).toContainText(/\d of 6 done/);
  await expect(setUp.getByRole('listitem').filter({ hasText: 'Done: Invite people' })).toBeVisible();
  await expect(setUp.getByRole('link', { name: 'Choose your time zone' })).toBeVisible();
  await setUp.getByRole('button', { name: 'Hide' }).focus();
  await page.keyboard.press('Enter');
  await expect(setUp).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(setUp).toBeVisible();

  await attention.getByRole('link', { name: /^Oldest review: / }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/demo\/reviews\/[\w-]+$/);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Robin Example' })).toBeVisible();
});

// rules/overview 8
test('a trainer is asked something by a reviewer while they look at their first page, and goes there', async ({
  page,
  server,
  signInAs,
  reviewer,
}) => {
  await signInAs('trainer');
  const me = { api: clientOf(page.context(), server.origin) };
  const { id } = await submitModule(me, 'Eye wash stations');
  await writeModule(me, 'Half a draft');
  const making = panel(page, /^In progress/);
  await expect(making.getByRole('link', { name: 'Half a draft' })).toBeVisible();
  await expect(
    panel(page, /^Suggestions/)
      .getByRole('link')
      .nth(1),
  ).toBeVisible();
  await expect(inMenu(page, 'Recommended')).toHaveAccessibleName(/^Recommended, \d+ waiting$/);
  const asks = panel(page, /^Reviewers ask/);
  await expect(asks).not.toContainText('Which one is nearest?');
  await reviewer.api.reviews.query.mutate({
    ...(await decisionOn(reviewer, id, 'quiz')),
    comment: 'Which one is nearest?',
  });
  await expect(asks).toContainText('Ines Moreau about the quiz: “Which one is nearest?”');
  await expect(inMenu(page, 'Courses')).toHaveAccessibleName(/^Courses, \d+ to change$/);
  await expectFine(page);
  await asks.getByRole('link', { name: 'Eye wash stations' }).click();
  await expect(page.getByRole('heading', { name: 'Eye wash stations', level: 1 })).toBeVisible();
});

// rules/overview 7
test(
  'a content manager sees the queue by age, and the menu counts what comes in',
  { tag: '@deep' },
  async ({ page, signInAs, trainer }) => {
    await signInAs('content_manager');
    const waiting = panel(page, /^Waiting for review/);
    await expect(waiting).toBeVisible();
    const inQueue = async () => Number(/\d+/.exec((await inMenu(page, 'Review').getAttribute('aria-label')) ?? '0'));
    const before = await inQueue();
    await submitModule(trainer, 'Ladders');
    await expect.poll(inQueue).toBe(before + 1);
    await expect(waiting.getByRole('listitem')).not.toHaveCount(0);
    await expectFine(page);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByRole('link', { name: new RegExp(`^Review, ${before + 1} waiting$`) }).click();
    await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible();
  },
);

test(
  'an auditor sees what was changed last, and takes the results along',
  { tag: '@deep' },
  async ({ page, signInAs, trainer }) => {
    await writeModule(trainer, 'Door wedges');
    await signInAs('auditor');
    const changes = panel(page, 'Latest changes');
    await expect(changes.getByRole('listitem').filter({ hasText: 'Door wedges' }).first()).toBeVisible();
    await expect(panel(page, /^Training in this workspace/)).toBeVisible();
    await expect(inMenu(page, 'Review')).toHaveAccessibleName('Review');
    await expectFine(page);
    const saving = page.waitForEvent('download');
    await panel(page, 'Exports').getByRole('link', { name: 'Results of every learner' }).click();
    expect((await saving).suggestedFilename()).toMatch(/\.csv$/);
    await changes
      .getByRole('link', { name: /Door wedges/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Audit log', level: 1 })).toBeVisible();
  },
);

test(
  'a learner’s first page says what is due next, and the menu how much',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs, trainer, reviewer }) => {
    const moduleId = await publish(trainer, reviewer, 'Hand washing', false);
    await signInAs('learner', 'Nora Next');
    await expect(page).toHaveURL(/\/demo\/training$/);
    await expect(inMenu(page, 'My training')).toHaveAccessibleName('My training');
    const admin = await openAs(browser, server, 'super_admin', 'Ana Admin');
    const { users } = await admin.api.users.search.query({ search: 'Nora Next' });
    await admin.api.assignments.create.mutate({
      module_id: moduleId,
      to: { kind: 'user', user_id: users[0]?.id ?? '' },
      due_on: null,
      due_days: 7,
      joiners: false,
      again: false,
      window_days: 30,
    });
    await page.reload();
    await expect(inMenu(page, 'My training')).toHaveAccessibleName('My training, 1 to do');
    await expect(page.getByRole('link', { name: 'Next: Hand washing' })).toBeVisible();
    await expectFine(page);
    await page.getByRole('link', { name: 'Next: Hand washing' }).click();
    await expect(page.getByRole('heading', { name: 'Hand washing', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page).toHaveURL(/\/demo\/training$/);
    await admin.leave();
  },
);
