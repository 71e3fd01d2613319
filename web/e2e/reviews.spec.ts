import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from './fixtures.ts';
import { type Person, card, clientOf, isWaiting, openAs, question, saveCards, submitModule } from './review-parts.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const waitingRow = (page: Page, title: string) =>
  page.getByRole('table', { name: 'Waiting for review' }).getByRole('row').filter({ hasText: title });

async function approve(page: Page, section: 'flashcards' | 'quiz') {
  await page
    .getByRole('button', { name: section === 'quiz' ? 'Approve the quiz' : 'Approve the flashcards section' })
    .click();
  await dialog(page)
    .getByRole('button', { name: `Approve ${section}` })
    .click();
  await expect(dialog(page)).toBeHidden();
}

let trainer: Person;

test.beforeEach(async ({ browser, server }) => {
  trainer = await openAs(browser, server, 'trainer', 'Toni Trainer');
});
test.afterEach(() => trainer.leave());

test('a module is claimed and approved by keyboard, and goes live with its second section', async ({
  page,
  signInAs,
}) => {
  const { id } = await submitModule(trainer, 'Spills');
  await signInAs('content_manager', 'Kim Example');
  await openFromMenu(page, 'Review');
  await expect(waitingRow(page, 'Spills')).toContainText('Toni Trainer');
  await expectAccessible(page);
  await waitingRow(page, 'Spills').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Spills', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Claim' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Release' })).toBeFocused();
  await expect(page.getByText('Claimed by you')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Last approved' })).toBeDisabled();
  await expect(page.getByText('Nothing of it has been approved yet.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Approve the flashcards section' }).press('Enter');
  await expect(dialog(page)).toContainText('The module goes live when the quiz is approved too.');
  await dialog(page).getByRole('button', { name: 'Approve flashcards' }).press('Enter');
  await expect(tab(page, 'Flashcards')).toContainText('Approved');
  await tab(page, 'Flashcards').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Approve the quiz' }).press('Enter');
  await expect(dialog(page)).toContainText('Both sections are approved with this: the module goes live');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Approve quiz' }).press('Enter');
  await expect(page.getByText('It is published: version 1 is what learners see.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Approve|Reject|Query/ })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Rounds' })).toContainText('Quiz approved by Kim Example');

  expect(await trainer.api.modules.get.query({ id })).toMatchObject({ status: 'published', live: { number: 1 } });
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible();
  await expect(waitingRow(page, 'Spills')).toHaveCount(0);
});

test('a query unlocks its section only, and what was changed is compared with what was seen', async ({
  page,
  signInAs,
}) => {
  const old = card('How far from a charger may batteries stand?', 'Two metres, and never in front of the door.');
  const moved = card('Who charges?', 'The **night** shift.');
  const { id } = await submitModule(trainer, 'Batteries', { cards: [old, moved] });
  await signInAs('content_manager', 'Kim Example');
  await page.goto(`/demo/reviews/${id}`);
  await page.getByRole('button', { name: 'Query card 1' }).click();
  await dialog(page).getByRole('button', { name: 'Query flashcards' }).click();
  await expect(dialog(page).getByText('Must not be empty')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel('What has to change').fill('It is three metres since May.');
  await dialog(page).getByRole('button', { name: 'Query flashcards' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(tab(page, 'Flashcards')).toContainText('Queried');
  await expect(tab(page, 'Quiz')).toContainText('Locked');
  await expect(page.getByRole('list', { name: 'Comments on card 1' })).toContainText('It is three metres since May.');

  const { quiz } = await trainer.api.modules.get.query({ id });
  const locked = trainer.api.modules.saveSection.mutate({
    module_id: id,
    section: 'quiz',
    version: quiz.version,
    items: [question('Another?')],
  });
  await expect(locked).rejects.toMatchObject({ data: { httpStatus: 423, lock: { section: 'quiz', round: 1 } } });
  const added = card('What if one leaks?', 'Leave the room and call the shift lead.');
  const changed = { ...old, back: 'Three metres, and never in front of the door.' };
  await saveCards(trainer.api, id, [moved, changed, added]);
  await trainer.api.reviews.resubmit.mutate({ module_id: id });

  // The page is still open: it says what happened, and takes no decision on what was not looked at.
  await expect(page.getByRole('alert')).toContainText('It has changed while you looked: flashcards');
  await expect(page.getByRole('button', { name: 'Approve the flashcards section' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'What I saw last time' })).toBeChecked();
  const items = page.getByRole('list', { name: 'Flashcards' });
  await expect(items.locator('del')).toHaveText(['Two']);
  await expect(items.locator('ins')).toHaveText(['Three']);
  await expect(items.getByText('Added', { exact: true })).toBeVisible();
  await expect(items.getByText(/moved from place \d to \d/i)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 changed, 1 added' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: /^Resolve the comment of Kim Example/ }).click();
  await expect(page.getByText('Resolved by Kim Example')).toBeVisible();
  await approve(page, 'flashcards');
  await tab(page, 'Quiz').click();
  await approve(page, 'quiz');
  await expect(page.getByText('It is published: version 1')).toBeVisible();
});

test('two reviewers at once: each sees the other’s verdict, and no word is lost', async ({
  page,
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
  await page.getByRole('button', { name: 'Approve the flashcards section' }).click();
  const before = Date.now();
  await approve(other.page, 'flashcards');
  await expect(tab(page, 'Flashcards')).toContainText('Approved');
  expect(Date.now() - before, 'milliseconds until the other sees it').toBeLessThan(5000);
  await dialog(page).getByRole('button', { name: 'Approve flashcards' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('approved');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('textbox', { name: 'Comment on card 1' })).toHaveValue('Half a thou');
  await page.getByRole('textbox', { name: 'Comment on card 1' }).fill('Half a thought, now whole.');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('button', { name: 'Comment on card 1' })).toBeFocused();
  await expect(other.page.getByRole('list', { name: 'Comments on card 1' })).toContainText('now whole');
  await other.leave();
});

test('a decision about what was changed meanwhile is not taken, and the change is shown', async ({
  page,
  signInAs,
}) => {
  const { id, cards } = await submitModule(trainer, 'Ladders');
  await signInAs('content_manager', 'Kim Example');
  // As if the news were slower than the reviewer.
  await page.route(/modules\.watch/, (route) => route.abort());
  await page.goto(`/demo/reviews/${id}`);
  await page.getByRole('button', { name: 'Approve the flashcards section' }).click();
  await trainer.api.reviews.withdraw.mutate({ module_id: id });
  await saveCards(
    trainer.api,
    id,
    cards.map((one) => ({ ...one, back: 'By gate 5, behind the yellow door.' })),
  );
  await trainer.api.reviews.submit.mutate({ module_id: id });
  await dialog(page).getByRole('button', { name: 'Approve flashcards' }).click();
  await expect(page.getByText('Your decision was not taken')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: 'What was here before' })).toBeChecked();
  await expect(page.locator('ins')).toHaveText('5');
  await page.getByRole('button', { name: 'I have looked at it' }).click();
  await approve(page, 'flashcards');
  await expect(tab(page, 'Flashcards')).toContainText('Approved');
});

test('nobody decides on their own work, and reject says why', async ({ page, browser, server, signInAs }) => {
  const email = 'moves-up@browser-tests.example';
  const author = await openAs(browser, server, 'trainer', 'Alex Author', email);
  const { id } = await submitModule(author, 'Hand signals');
  await author.leave();
  const promoted = await openAs(browser, server, 'content_manager', 'Alex Author', email);
  await openFromMenu(promoted.page, 'Review');
  await expect(waitingRow(promoted.page, 'Hand signals')).toContainText('Your own work: others decide');
  await waitingRow(promoted.page, 'Hand signals').getByRole('link').click();
  await expect(promoted.page.getByText('somebody else has to decide')).toBeVisible();
  await expect(promoted.page.getByRole('button', { name: /Approve|Reject|Query/ })).toHaveCount(0);
  await promoted.leave();

  await signInAs('content_manager', 'Kim Example');
  await page.goto(`/demo/reviews/${id}`);
  await page.getByRole('button', { name: 'Reject' }).click();
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(dialog(page).getByText('Must not be empty')).toBeVisible();
  await dialog(page).getByLabel('Reason').fill('We do not use hand signals any more.');
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('It was rejected.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Rounds' })).toContainText(
    'Module rejected by Kim Example, just now: “We do not use hand signals any more.”',
  );
  expect(await isWaiting(clientOf(page.context(), server.origin), id)).toBe(false);
});

test('the queue follows what is submitted and claimed, and is filtered', async ({ page, signInAs, server }) => {
  await signInAs('content_manager', 'Kim Example');
  await openFromMenu(page, 'Review');
  const { id } = await submitModule(trainer, 'Fresh paint');
  await expect(waitingRow(page, 'Fresh paint')).toContainText('Nobody');
  await clientOf(page.context(), server.origin).reviews.claim.mutate({ module_id: id });
  await expect(waitingRow(page, 'Fresh paint')).toContainText('You');
  await page.getByLabel('Claim').selectOption('Not claimed');
  await expect(page).toHaveURL(/claim=unclaimed/);
  await expect(waitingRow(page, 'Fresh paint')).toHaveCount(0);
  await page.getByLabel('Claim').selectOption('Claimed by me');
  await expect(waitingRow(page, 'Fresh paint')).toBeVisible();
  await page.getByLabel('Waiting', { exact: true }).selectOption('30 days or longer');
  await expect(page.getByRole('heading', { name: 'Nothing that waits matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.setViewportSize(PHONE);
  await expect(waitingRow(page, 'Fresh paint')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
