import { clientOf } from '../colleagues.ts';
import {
  PHONE,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openFromMenu,
  screenshot,
  test,
} from '../fixtures.ts';
import {
  approve,
  card,
  decisionBar,
  decisionOn,
  dialog,
  question,
  saveCards,
  submitModule,
  tab,
  waitingRow,
} from './review-parts.ts';
import { BATTERIES } from '../authoring/battery-module.ts';

test('a module is claimed and approved by keyboard, and goes live with its second section', async ({
  page,
  trainer,
  signInAs,
}) => {
  const { id } = await submitModule(trainer, 'Spills');
  await signInAs('content_manager', 'Kim Example');
  await openFromMenu(page, 'Review');
  await expect(waitingRow(page, 'Spills')).toContainText('Toni Berger');
  await expectAccessible(page);
  await waitingRow(page, 'Spills').getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Spills', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Claim' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Release' })).toBeFocused();
  await expect(page.getByText('Claimed by you')).toBeVisible();
  // There is nothing to compare a first round with.
  await expect(page.getByRole('list', { name: 'Rounds' })).toContainText('Round 1');
  await expect(page.getByText('Compare with')).toHaveCount(0);
  // Each section's state, once.
  await expect(page.getByText('To review', { exact: true })).toHaveCount(2);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Approve the flashcards section' }).press('Enter');
  await expect(tab(page, 'Flashcards')).toContainText('Approved');
  // What is left is turned to by itself.
  await expect(tab(page, 'Quiz')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Quiz (1)' })).toBeFocused();
  await page.getByRole('button', { name: 'Approve and publish' }).press('Enter');
  await expect(dialog(page)).toContainText('Both sections are then approved. The module is published');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Approve and publish' }).press('Enter');
  await expect(page.getByText('Published. Learners see version 1.')).toBeVisible();
  // The notification covers no button.
  await expect(page.getByText('“Spills” was published.')).toBeVisible();
  await decisionBar(page).getByRole('link').click({ trial: true, timeout: 2000 });
  await expect(page.getByRole('button', { name: /Approve|Reject|Request changes/ })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Rounds' })).toContainText('Quiz approved by Kim Example');

  expect(await trainer.api.modules.get.query({ id })).toMatchObject({ status: 'published', live: { number: 1 } });
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible();
  await expect(waitingRow(page, 'Spills')).toHaveCount(0);
});

test('a query unlocks its section only, and what was changed is compared with what was seen', async ({
  page,
  trainer,
  signInAs,
}) => {
  const [old, moved, last] = BATTERIES.cards;
  const { id } = await submitModule(trainer, BATTERIES.title, BATTERIES);
  await signInAs('content_manager', 'Kim Boateng');
  await page.goto(`/demo/reviews/${id}`);
  await page.getByRole('button', { name: 'Request changes to card 1' }).click();
  await dialog(page).getByRole('button', { name: 'Request changes' }).click();
  await expect(dialog(page).getByText('Enter a comment')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByLabel('What has to change').fill(BATTERIES.comment);
  await dialog(page).getByRole('button', { name: 'Request changes' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(tab(page, 'Flashcards')).toContainText('Changes requested');
  await expect(tab(page, 'Quiz')).toContainText('To review');
  await tab(page, 'Flashcards').click();
  await expect(page.getByRole('list', { name: 'Comments on card 1' })).toContainText(BATTERIES.comment);

  const { quiz } = await trainer.api.modules.get.query({ id });
  const locked = trainer.api.modules.saveSection.mutate({
    module_id: id,
    section: 'quiz',
    version: quiz.version,
    items: [question('Another?')],
  });
  await expect(locked).rejects.toMatchObject({ data: { httpStatus: 423, lock: { section: 'quiz', round: 1 } } });
  const added = card('What if one leaks?', 'Leave the room and call the shift lead.');
  const changed = { ...old, back: old.back.replace('two', 'three') };
  await saveCards(trainer.api, id, [changed, last, moved, added]);
  await trainer.api.reviews.resubmit.mutate({ module_id: id });

  // The page is still open: it says what happened, and takes no decision on what was not looked at.
  await expect(page.getByRole('alert')).toContainText('Changed while you looked: flashcards');
  await expect(page.getByRole('button', { name: 'Approve the flashcards section' })).toHaveCount(0);
  await page.reload();
  await expect(tab(page, 'Flashcards')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('radio', { name: 'What I saw last time' })).toBeChecked();
  const items = page.getByRole('list', { name: 'Flashcards' });
  await expect(items.locator('del')).toHaveText(['two']);
  await expect(items.locator('ins')).toHaveText(['three']);
  await expect(items.getByText('Added', { exact: true })).toBeVisible();
  await expect(items.getByText(/moved from place \d to \d/i)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: '1 changed, 1 added' })).toBeVisible();
  await expectAccessible(page);
  await screenshot(page, 'review');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: /^Resolve the comment of Kim Boateng/ }).click();
  await expect(page.getByText('Resolved by Kim Boateng')).toBeVisible();
  await approve(page, 'flashcards');
  // Of the quiz, which was not queried, there is nothing newer: it is compared by itself.
  await expect(page.getByText('No question has changed.')).toBeVisible();
  await page.getByRole('radio', { name: 'Nothing' }).check();
  await tab(page, 'Flashcards').click();
  await expect(page.getByRole('radio', { name: 'What I saw last time' })).toBeChecked();
  await approve(page, 'quiz');
  await expect(page.getByText('Published. Learners see version 1')).toBeVisible();
});

test(
  'what was sent back has a list of its own, and waits while its other section does',
  { tag: '@deep' },
  async ({ page, trainer, reviewer, signInAs }) => {
    const { id } = await submitModule(trainer, 'First aid');
    await reviewer.api.reviews.query.mutate({ ...(await decisionOn(reviewer, id, 'quiz')), comment: 'Which number?' });
    await signInAs('content_manager', 'Kim Example');
    await openFromMenu(page, 'Review');
    await expect(waitingRow(page, 'First aid')).toContainText('Changes requested');
    await page.getByLabel('State').selectOption('Changes requested');
    await expect(page).toHaveURL(/state=sent_back/);
    const sentBack = page
      .getByRole('table', { name: 'Changes requested' })
      .getByRole('row')
      .filter({ hasText: 'First aid' });
    await expect(sentBack).toContainText('by Ines Moreau');
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, 'flashcards'));
    await expect(sentBack).toContainText('Approved');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page.getByRole('heading', { name: 'Review', level: 1 })).toBeVisible();
    await expect(page.getByLabel('State')).toHaveValue('');
    await expect(waitingRow(page, 'First aid')).toHaveCount(0);
  },
);

test('a card that was removed can still be spoken of', { tag: '@deep' }, async ({ page, trainer, signInAs }) => {
  const { id } = await submitModule(trainer, 'Fire doors', {
    cards: [card('Which door?', 'The red one.'), card('And else?', 'None.')],
  });
  await signInAs('content_manager', 'Kim Example');
  await page.goto(`/demo/reviews/${id}`);
  await expect(page.getByRole('list', { name: 'Rounds' })).toContainText('Round 1');
  await trainer.api.reviews.withdraw.mutate({ module_id: id });
  const { flashcards } = await trainer.api.modules.get.query({ id });
  await saveCards(trainer.api, id, flashcards.cards.slice(0, 1));
  await trainer.api.reviews.submit.mutate({ module_id: id });
  await page.reload();
  await page.getByRole('button', { name: 'Comment on former card 2' }).click();
  await page.getByRole('textbox', { name: 'Comment on former card 2' }).fill('Why is it gone?');
  await page.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByRole('list', { name: 'Comments on former card 2' })).toContainText('Why is it gone?');
});

test(
  'the queue follows what is submitted and claimed, and is filtered',
  { tag: '@deep' },
  async ({ page, trainer, signInAs, server }) => {
    await signInAs('content_manager', 'Kim Example');
    await openFromMenu(page, 'Review');
    const { id } = await submitModule(trainer, 'Fresh paint');
    await expect(waitingRow(page, 'Fresh paint')).toContainText('No one');
    await clientOf(page.context(), server.origin).reviews.claim.mutate({ module_id: id });
    await expect(waitingRow(page, 'Fresh paint')).toContainText('You');
    await page.getByLabel('Claim').selectOption('Not claimed');
    await expect(page).toHaveURL(/claim=unclaimed/);
    await expect(waitingRow(page, 'Fresh paint')).toHaveCount(0);
    await page.getByLabel('Claim').selectOption('Claimed by me');
    await expect(waitingRow(page, 'Fresh paint')).toBeVisible();
    await page.getByLabel('Waiting', { exact: true }).selectOption('30 days or longer');
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.setViewportSize(PHONE);
    await expect(waitingRow(page, 'Fresh paint')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);
