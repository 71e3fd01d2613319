import { clientOf, openAs } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { approve, dialog, isWaiting, saveCards, submitModule, tab, waitingRow } from './review-parts.ts';

test('two reviewers at once: each sees the other’s verdict, and no word is lost', async ({
  page,
  trainer,
  browser,
  server,
  signInAs,
}) => {
  const { id } = await submitModule(trainer, 'Forklifts');
  await signInAs('content_manager', 'Kim Example');
  const other = await openAs(browser, server, 'super_admin', 'Sam Second');
  await page.goto(`/demo/reviews/${id}`);
  await other.page.goto(`/demo/reviews/${id}`);
  await page.getByRole('button', { name: 'Claim' }).click();
  await other.page.getByRole('button', { name: 'Take over' }).click();
  await expect(dialog(other.page)).toContainText('Kim Example has claimed it.');
  await dialog(other.page).getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('Claimed by Sam Second')).toBeVisible();

  await page.getByRole('button', { name: 'Comment on card 1' }).click();
  await page.getByRole('textbox', { name: 'Comment on card 1' }).fill('Half a thou');
  await approve(other.page, 'flashcards');
  await expect(tab(page, 'Flashcards')).toContainText('Approved');
  await expect(page.getByText(/^Approved by Sam Second, .*It stays locked/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Comment on card 1' })).toHaveValue('Half a thou');
  await page.getByRole('textbox', { name: 'Comment on card 1' }).fill('Half a thought, now whole.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('button', { name: 'Comment on card 1' })).toBeFocused();
  // Their page has turned to what is left for them.
  await tab(other.page, 'Flashcards').click();
  await expect(other.page.getByRole('list', { name: 'Comments on card 1' })).toContainText('now whole');
  await other.leave();
});

test(
  'an approval that can be undone publishes nothing when a colleague approves the other section meanwhile',
  { tag: '@deep' },
  async ({ page, trainer, browser, server, signInAs }) => {
    const { id } = await submitModule(trainer, 'Dock doors');
    await signInAs('content_manager', 'Kim Example');
    const other = await openAs(browser, server, 'content_manager', 'Noor Next');
    await page.goto(`/demo/reviews/${id}`);
    await page.getByRole('button', { name: 'Approve the flashcards section' }).click();
    await expect(tab(page, 'Flashcards')).toContainText('Approved');
    const { round, quiz } = await other.api.modules.get.query({ id });
    const decision = { module_id: id, section: 'quiz', round, content_hash: quiz.content_hash } as const;
    await other.api.reviews.approve.mutate(decision);
    await expect(page.getByText('The quiz was approved meanwhile')).toBeVisible();
    await expect(tab(page, 'Flashcards')).not.toContainText('Approved');
    expect(await other.api.modules.get.query({ id })).toMatchObject({ live: null, flashcards: { state: 'locked' } });
    await page.getByRole('alert').getByRole('button', { name: 'Close notification' }).click();
    await tab(page, 'Flashcards').click();
    await page.getByRole('button', { name: 'Approve and publish' }).click();
    await dialog(page).getByRole('button', { name: 'Approve and publish' }).click();
    await expect(page.getByText('Published. Learners see version 1')).toBeVisible();
    await other.leave();
  },
);

test(
  'a claim is handed to another reviewer, who sees it at once',
  { tag: '@deep' },
  async ({ page, trainer, browser, server, signInAs }) => {
    const { id } = await submitModule(trainer, 'Pallet trucks');
    await signInAs('content_manager', 'Kim Example');
    const other = await openAs(browser, server, 'content_manager', 'Nadia Next');
    await other.page.goto(`/demo/reviews/${id}`);
    await page.goto(`/demo/reviews/${id}`);
    await page.getByRole('button', { name: 'Claim' }).click();
    await expect(other.page.getByRole('button', { name: 'Take over' })).toBeVisible();
    await expect(other.page.getByRole('button', { name: /assign/i })).toHaveCount(0);
    await page.getByRole('button', { name: 'Reassign' }).click();
    await dialog(page).getByLabel('Reviewer').selectOption('Nadia Next');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Reassign' }).click();
    await expect(other.page.getByText('Claimed by you')).toBeVisible();
    await expect(page.getByRole('main').getByText('Claimed by Nadia Next')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Pallet trucks', level: 1 })).toBeFocused();
    await other.leave();
  },
);

test(
  'what is typed for a query outlives Escape, a withdrawal and a reload, until it is cancelled',
  { tag: '@deep' },
  async ({ page, trainer, signInAs }) => {
    const { id } = await submitModule(trainer, 'Eye wash');
    await signInAs('content_manager', 'Kim Example');
    await page.goto(`/demo/reviews/${id}`);
    const query = page.getByRole('button', { name: 'Request changes to the flashcards section' });
    const field = dialog(page).getByLabel('What has to change');
    const send = dialog(page).getByRole('button', { name: 'Request changes' });
    await query.click();
    await field.fill('How long does one rinse?');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await query.click();
    await expect(field).toHaveValue('How long does one rinse?');

    await trainer.api.reviews.withdraw.mutate({ module_id: id });
    await expect(dialog(page).getByRole('alert')).toContainText('Toni Berger withdrew the submission.');
    await expect(send).toBeDisabled();
    await trainer.api.reviews.submit.mutate({ module_id: id });
    await expect(dialog(page).getByRole('alert')).toContainText('submitted again, in round 2');
    await page.keyboard.press('Escape');

    await page.reload();
    await query.click();
    await expect(field).toHaveValue('How long does one rinse?');
    await expect(dialog(page).getByRole('status')).toContainText('Restored what you typed.');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page)).toBeHidden();
    await query.click();
    await expect(field).toHaveValue('');
    await expect(dialog(page).getByRole('status')).toHaveCount(0);
  },
);

test(
  'a decision about what was changed meanwhile is not taken, and the change is shown',
  { tag: '@deep' },
  async ({ page, trainer, signInAs }) => {
    const { id, cards } = await submitModule(trainer, 'Ladders');
    await signInAs('content_manager', 'Kim Example');
    // As if the news were slower than the reviewer.
    await page.route(/live\.follow/, (route) => route.abort());
    await page.goto(`/demo/reviews/${id}`);
    await expect(page.getByRole('button', { name: 'Approve the flashcards section' })).toBeVisible();
    await trainer.api.reviews.withdraw.mutate({ module_id: id });
    await saveCards(
      trainer.api,
      id,
      cards.map((one) => ({ ...one, back: 'By gate 5, behind the yellow door.' })),
    );
    await trainer.api.reviews.submit.mutate({ module_id: id });
    // It is sent after 5 s.
    await page.getByRole('button', { name: 'Approve the flashcards section' }).click();
    await expect(page.getByText('Your decision wasn’t saved')).toBeVisible();
    await tab(page, 'Flashcards').click();
    await expect(page.getByRole('radio', { name: 'What was here before' })).toBeChecked();
    await expect(page.locator('ins')).toHaveText('5');
    await page.getByRole('button', { name: 'I’ve looked at it' }).click();
    await approve(page, 'flashcards');
    await expect(tab(page, 'Flashcards')).toContainText('Approved');
  },
);

test(
  'nobody decides on their own work, and reject says why',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs }) => {
    const email = 'moves-up@browser-tests.example';
    const author = await openAs(browser, server, 'trainer', 'Alex Author', email);
    const { id } = await submitModule(author, 'Hand signals');
    await author.leave();
    const promoted = await openAs(browser, server, 'content_manager', 'Alex Author', email);
    await promoted.page.goto('/demo/reviews');
    await expect(waitingRow(promoted.page, 'Hand signals')).toContainText('Your own work, others decide');
    await waitingRow(promoted.page, 'Hand signals').getByRole('link').click();
    await expect(promoted.page.getByText('someone else has to claim it and decide')).toBeVisible();
    await expect(
      promoted.page.getByRole('button', { name: /Claim|Take over|Approve|Reject|Request changes/ }),
    ).toHaveCount(0);
    await promoted.leave();

    await signInAs('content_manager', 'Kim Example');
    await page.goto(`/demo/reviews/${id}`);
    await page.getByRole('button', { name: 'Reject' }).click();
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await expect(dialog(page).getByText('Enter a reason')).toBeVisible();
    await dialog(page).getByLabel('Reason').fill('We do not use hand signals any more.');
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('Rejected. Its trainers can')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Rounds' })).toContainText(
      'Module rejected by Kim Example, just now: “We do not use hand signals any more.”',
    );
    expect(await isWaiting(clientOf(page.context(), server.origin), id)).toBe(false);
  },
);

test(
  'a super admin withdraws, archives and restores from the module page, each with a reason',
  { tag: '@deep' },
  async ({ page, trainer, signInAs }) => {
    const { id } = await submitModule(trainer, 'Pallets');
    const { course } = await trainer.api.modules.get.query({ id });
    await signInAs('super_admin', 'Sam Example');
    await page.goto(`/demo/courses/${course.id}/${id}`);
    const act = async (verb: string, reason: string) => {
      await page.getByRole('button', { name: verb, exact: true }).click();
      await explain(verb, reason);
    };
    const explain = async (verb: string, reason: string) => {
      await dialog(page).getByLabel('Reason').fill(reason);
      await dialog(page).getByRole('button', { name: verb }).click();
      await expect(dialog(page)).toBeHidden();
    };
    await expect(page.getByRole('button', { name: 'Archive' })).toHaveCount(0);
    await act('Withdraw', 'The supplier changes next week.');
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
    await act('Archive', 'There are no pallets any more.');
    await expect(page.getByRole('button', { name: 'Restore' })).toBeVisible();
    expect((await trainer.api.modules.get.query({ id })).status).toBe('archived');
    await act('Restore', 'There are again.');
    expect(await trainer.api.modules.get.query({ id })).toMatchObject({ status: 'draft', workflow: 'draft' });

    const published = await submitModule(trainer, 'Shelves');
    const of = await trainer.api.modules.get.query({ id: published.id });
    await page.goto(`/demo/reviews/${published.id}`);
    await approve(page, 'flashcards');
    await tab(page, 'Quiz').click();
    await approve(page, 'quiz');
    await expect(page.getByText('Published. Learners see version 1')).toBeVisible();
    await page.goto(`/demo/courses/${of.course.id}/${published.id}`);
    // The buttons leave the phone's screen to the content.
    await page.setViewportSize(PHONE);
    const first = await page.getByRole('link', { name: 'How people answer' }).boundingBox();
    const more = await page.getByRole('button', { name: 'More actions for Shelves' }).boundingBox();
    expect((more?.y ?? Infinity) - (first?.y ?? 0), 'pixels from the first row to the last').toBeLessThan(60);
    await page.getByRole('button', { name: 'More actions for Shelves' }).click();
    await page.getByRole('menuitem', { name: 'Unpublish…' }).click();
    await explain('Unpublish', 'The shelves are wrong.');
    await expect(page.getByRole('button', { name: 'More actions for Shelves' })).toHaveCount(0);
    expect(await trainer.api.modules.get.query({ id: published.id })).toMatchObject({ status: 'draft', live: null });
    await expectAccessible(page);
  },
);

test(
  'title, validity and pass score that change under a reviewer’s eyes are shown before anything is decided',
  { tag: '@deep' },
  async ({ page, trainer, signInAs }) => {
    const { id } = await submitModule(trainer, 'Pallets');
    await signInAs('content_manager', 'Kim Example');
    await page.goto(`/demo/reviews/${id}`);
    const opener = page.getByRole('button', { name: 'Request changes to the flashcards section' });
    await opener.click();
    await expect(dialog(page)).toBeVisible();
    const long = 'W'.repeat(120);
    await trainer.api.reviews.withdraw.mutate({ module_id: id });
    await trainer.api.modules.update.mutate({
      id,
      settings_version: 1,
      title: long,
      validity_days: 30,
      pass_score: 0.05,
    });
    await trainer.api.reviews.submit.mutate({ module_id: id });

    // The dialog is about the round that was there when it was opened.
    await expect(page.locator('h1')).toHaveText(long);
    await expect(dialog(page).getByRole('alert')).toContainText('round 2');
    await expect(dialog(page).getByRole('button', { name: 'Request changes' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Changed while you looked: settings')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Changed settings' }).getByRole('listitem')).toHaveText([
      `Title: Pallets → ${long}`,
      'Pass mark: 80 % → 5 %',
      'Expires: never → after 30 days',
    ]);
    await expect(page.getByText('No card has changed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve the flashcards section' })).toHaveCount(0);
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'I’ve looked at it' }).click();
    await approve(page, 'flashcards');
    await page.getByRole('link', { name: 'Module page' }).click();
    await expect(page.getByRole('heading', { name: 'Flashcards (1)' })).toBeVisible();
    await expectNoSidewaysScroll(page);
  },
);
