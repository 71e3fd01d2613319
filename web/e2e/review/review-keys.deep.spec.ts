import type { Page } from '@playwright/test';
import type { Person } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { controlsBeyond } from '../layout/layout-parts.ts';
import {
  approval,
  card,
  decisionBar,
  decisionOn,
  dialog,
  nextInQueue,
  question,
  saveCards,
  submitModule,
  tab,
} from './review-parts.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const item = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
const submitOf = (page: Page, name: string) => dialog(page).getByRole('button', { name });

/** Approves the section that is shown, which doesn't publish. */
async function approveByKey(page: Page) {
  await expect(approval(page)).toHaveText(/^Approve(?! and publish)/);
  await page.keyboard.press('a');
}

/** Approves the last section, which is confirmed. */
async function publishByKey(page: Page) {
  await expect(approval(page)).toHaveText(/^Approve and publish/);
  await page.keyboard.press('a');
  await expect(submitOf(page, 'Approve and publish')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();
}

/** Asks for a change of whatever has the focus. */
async function queryByKey(page: Page, words: string) {
  await page.keyboard.press('q');
  await expect(dialog(page).getByLabel('What has to change')).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toBeHidden();
}

/**
 * From the queue of others: by a claim, or by a decision where the authors have one section back and none can claim.
 */
async function takeAway(reviewer: Person, module_id: string) {
  const module = await reviewer.api.modules.get.query({ id: module_id });
  if (module.workflow === 'in_review') {
    await reviewer.api.reviews.claim.mutate({ module_id });
    return;
  }
  for (const section of ['flashcards', 'quiz'] as const) {
    if (module[section].state !== 'locked') continue;
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, module_id, section));
  }
}

// rules/review 25
test('a reviewer works through the queue to its end without a mouse', async ({ page, trainer, reviewer, signInAs }) => {
  const cards = [card('One?', 'First'), card('Two?', 'Second')];
  const ids: string[] = [];
  for (const title of ['Aisles', 'Bins', 'Cranes', 'Docks']) {
    const { id } = await submitModule(trainer, title, { cards, questions: [question(`What of ${title}?`)] });
    ids.push(id);
  }
  const [aisles, bins, cranes, docks] = ids;
  if (aisles === undefined || bins === undefined || cranes === undefined || docks === undefined) return;
  await signInAs('content_manager', 'Kim Example');
  await page.goto('/demo/reviews');
  await expect(page.getByRole('link', { name: 'Aisles', exact: true })).toBeVisible();
  await page.keyboard.press('j');
  const first = page.getByRole('table').getByRole('link').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('j');
  await expect(first).not.toBeFocused();
  await page.keyboard.press('k');
  await expect(first).toBeFocused();
  await page.getByRole('link', { name: 'Aisles', exact: true }).press('Enter');
  await expect(heading(page, 'Aisles')).toBeVisible();

  // From item to item, over the end of a section and back.
  await expect(approval(page)).toBeVisible();
  await page.keyboard.press('j');
  await expect(item(page, 'Card 1')).toBeFocused();
  await page.keyboard.press('j');
  await expect(item(page, 'Card 2')).toBeFocused();
  await page.keyboard.press('j');
  await expect(item(page, 'Question 1')).toBeFocused();
  await page.keyboard.press('k');
  await expect(item(page, 'Card 2')).toBeFocused();
  await page.keyboard.press('k');
  await expect(item(page, 'Card 1')).toBeFocused();

  // An approval can be undone before it is sent.
  await approveByKey(page);
  await expect(tab(page, 'Flashcards')).toContainText('Approved');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('The approval was undone.')).toBeVisible();
  await expect(tab(page, 'Flashcards')).not.toContainText('Approved');
  expect((await reviewer.api.modules.get.query({ id: aisles })).flashcards.state).toBe('locked');
  // The page returns to what the approval was about.
  await expect(tab(page, 'Flashcards')).toHaveAttribute('aria-selected', 'true');
  await expect(item(page, 'Card 1')).toBeFocused();

  // Both sections are approved, and Enter leads on.
  await approveByKey(page);
  await expect(page.getByRole('heading', { name: 'Quiz (1)' })).toBeFocused();
  await publishByKey(page);
  await expect(page.getByText('Published. Learners see version 1')).toBeVisible();
  await expect(nextInQueue(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');

  // A query is about the card that has the focus; the other section is still decided on.
  await expect(heading(page, 'Bins')).toBeVisible();
  await expect(approval(page)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(item(page, 'Card 2')).toBeFocused();
  await queryByKey(page, 'The second what?');
  await expect(page.getByRole('heading', { name: 'Quiz (1)' })).toBeFocused();
  await approveByKey(page);
  await expect(nextInQueue(page)).toBeFocused();
  const { comments } = await trainer.api.modules.get.query({ id: bins });
  expect(comments).toMatchObject([{ section: 'flashcards', item_id: cards[1]?.id, body: 'The second what?' }]);
  await page.keyboard.press('Enter');

  // Somebody else is first, and the news of it is slower than the reviewer.
  await expect(heading(page, 'Cranes')).toBeVisible();
  await expect(approval(page)).toBeVisible();
  await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, cranes, 'quiz'));
  await expect(approval(page)).toHaveText(/^Approve and publish/);
  await page.keyboard.press('a');
  await expect(submitOf(page, 'Approve and publish')).toBeFocused();
  await reviewer.api.reviews.query.mutate({ ...(await decisionOn(reviewer, cranes, 'flashcards')), comment: 'Which?' });
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Ines Moreau requested changes to the flashcards section',
  );
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(tab(page, 'Flashcards')).toContainText('Changes requested');
  await expect(approval(page)).toHaveCount(0);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(item(page, 'Question 1')).toBeFocused();
  await queryByKey(page, 'Which crane?');

  // Others take all that is left: here the queue ends.
  await expect(nextInQueue(page)).toBeFocused();
  await expect(nextInQueue(page)).toHaveAttribute('title', /^Docks/);
  const { modules } = await reviewer.api.reviews.queue.query({ claim: 'unclaimed', limit: 100 });
  expect(modules.map(({ module_id }) => module_id)).toContain(docks);
  for (const { module_id } of modules) await takeAway(reviewer, module_id);
  await expect(decisionBar(page)).toContainText('Nothing else to review.');
  await page.keyboard.press('n');
  await expect(heading(page, 'Cranes')).toBeVisible();
  await expect(decisionBar(page).getByRole('link', { name: 'Back to the queue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Review')).toBeVisible();
});

test('a decision that comes too late is refused in words, and one goes on from there', async ({
  page,
  trainer,
  reviewer,
  signInAs,
}) => {
  const { id } = await submitModule(trainer, 'Too late');
  await signInAs('content_manager', 'Kim Example');
  // As if the news were slower than the reviewer.
  await page.route(/live\.follow/, (route) => route.abort());
  await page.goto(`/demo/reviews/${id}`);
  await expect(approval(page)).toBeVisible();
  await reviewer.api.reviews.query.mutate({ ...(await decisionOn(reviewer, id, 'flashcards')), comment: 'Why?' });
  await page.keyboard.press('a');
  // It is sent after 5 s, refused, and what it was refused for is seen at once.
  await expect(page.getByRole('alert').filter({ hasText: 'Changes were requested' })).toBeVisible({ timeout: 15_000 });
  await expect(tab(page, 'Flashcards')).toContainText('Changes requested');
  await tab(page, 'Flashcards').click();
  await expect(approval(page)).toHaveCount(0);
  await expect(nextInQueue(page).or(decisionBar(page).getByText('Back to the queue'))).toBeVisible();
});

test('the reason of a refused approval covers no decision, however many rows these have', async ({
  page,
  trainer,
  reviewer,
  signInAs,
}) => {
  const { id } = await submitModule(trainer, 'Approved meanwhile');
  await signInAs('content_manager', 'Kim Example');
  // As if the news were slower than the reviewer.
  await page.route(/live\.follow/, (route) => route.abort());
  await page.goto(`/demo/reviews/${id}`);
  await approveByKey(page);
  await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, 'quiz'));
  const refusal = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Close notification' }) });
  await expect(refusal).toBeVisible({ timeout: 15_000 });
  await tab(page, 'Flashcards').click();
  await expect(approval(page)).toHaveText(/^Approve and publish/);
  for (const width of [320, 390, 414, 600, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(async () => {
        const [told, bar] = [await refusal.boundingBox(), await decisionBar(page).boundingBox()];
        return (told?.y ?? 0) + (told?.height ?? 0) - (bar?.y ?? 0);
      })
      .toBeLessThanOrEqual(0);
  }
  // Nor the buttons of the dialog that asks next.
  await approval(page).click();
  await expect(submitOf(page, 'Approve and publish')).toBeVisible();
  await expect(refusal).toHaveCount(0);
});

test('the decision bar stays in sight on a phone, and leaves the screen to what is read', async ({
  page,
  trainer,
  signInAs,
}) => {
  const cards = Array.from({ length: 12 }, (_, index) => card(`Question ${index}?`, 'An answer. '.repeat(30)));
  const { id } = await submitModule(trainer, 'A long one', { cards });
  await signInAs('content_manager', 'Kim Example');
  await page.setViewportSize(PHONE);
  await page.goto(`/demo/reviews/${id}`);
  await expect(approval(page)).toBeInViewport();
  const height = (await decisionBar(page).boundingBox())?.height ?? Infinity;
  expect(height, 'pixels of 844').toBeLessThan(80);
  // What has the focus is not behind it.
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('j');
  await expect(item(page, 'Card 5')).toBeFocused();
  await expect(approval(page)).toBeInViewport({ ratio: 1 });
  const [focused, bar] = [await item(page, 'Card 5').boundingBox(), await decisionBar(page).boundingBox()];
  expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
  await expectNoSidewaysScroll(page);
  expect(await controlsBeyond(page)).toEqual([]);
  await expectAccessible(page);
});

test('what is submitted again under a reviewer’s eyes is turned to, looked at and decided on by keys', async ({
  page,
  trainer,
  signInAs,
}) => {
  const cards = [card('One?', 'First'), card('Two?', 'Second')];
  const { id } = await submitModule(trainer, 'Respirators', { cards });
  await signInAs('content_manager', 'Kim Example');
  await page.goto(`/demo/reviews/${id}`);
  await expect(approval(page)).toBeVisible();
  await page.keyboard.press('j');
  await expect(item(page, 'Card 1')).toBeFocused();
  await queryByKey(page, 'Which one?');
  const headingOfQuiz = page.getByRole('heading', { name: 'Quiz (1)' });
  const headingOfCards = page.getByRole('heading', { name: 'Flashcards (2)' });
  await expect(headingOfQuiz).toBeFocused();
  await saveCards(trainer.api, id, [{ ...(cards[0] ?? card('', '')), back: 'The first' }, ...cards.slice(1)]);
  await trainer.api.reviews.resubmit.mutate({ module_id: id });

  await expect(headingOfCards).toBeFocused();
  const looked = page.getByRole('button', { name: 'I’ve looked at it' });
  await expect(looked).toHaveAttribute('aria-keyshortcuts', 'l');
  await expect(approval(page)).toHaveCount(0);
  await page.keyboard.press('a');
  await expect(dialog(page)).toHaveCount(0);
  await expect(decisionBar(page).getByRole('status')).toHaveText('Look at what has changed, press L, then decide.');
  await expectAccessible(page);
  await page.keyboard.press('?');
  await expect(dialog(page).getByRole('region', { name: 'Review' })).toContainText('I’ve looked at it');
  await page.keyboard.press('Escape');
  await expect(headingOfCards).toBeFocused();

  // What was not changed is not what was looked at.
  await tab(page, 'Quiz').click();
  await page.getByRole('button', { name: 'Show flashcards' }).press('Enter');
  await expect(headingOfCards).toBeFocused();
  await page.keyboard.press('j');
  await expect(item(page, 'Card 1')).toBeFocused();
  await page.keyboard.press('l');
  await expect(looked).toHaveCount(0);
  await expect(item(page, 'Card 1')).toBeFocused();
  await expect(decisionBar(page).getByRole('status')).toHaveText('');
  await approveByKey(page);
  await expect(headingOfQuiz).toBeFocused();
});

test('who types a comment stays where they are when the module is submitted again', async ({
  page,
  trainer,
  signInAs,
}) => {
  const { id, cards } = await submitModule(trainer, 'Filters');
  await signInAs('content_manager', 'Kim Example');
  await page.goto(`/demo/reviews/${id}`);
  await expect(approval(page)).toBeVisible();
  await queryByKey(page, 'Which filter?');
  await page.getByRole('button', { name: 'Comment on question 1' }).press('Enter');
  const comment = page.getByRole('textbox', { name: 'Comment on question 1' });
  await comment.pressSequentially('Half a tho');
  await saveCards(
    trainer.api,
    id,
    cards.map((one) => ({ ...one, back: 'The brown one.' })),
  );
  await trainer.api.reviews.resubmit.mutate({ module_id: id });
  const show = page.getByRole('button', { name: 'Show flashcards' });
  await expect(show).toBeVisible();
  await page.keyboard.type('ught');
  await expect(comment).toHaveValue('Half a thought');
  await show.press('Enter');
  await expect(page.getByRole('heading', { name: 'Flashcards (1)' })).toBeFocused();
  await page.getByRole('button', { name: 'I’ve looked at it' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Flashcards (1)' })).toBeFocused();
});
