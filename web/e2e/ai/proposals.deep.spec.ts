import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { card, decisionOn, dialog, writeModule } from '../review/review-parts.ts';

const COLD_STORE =
  'The cold store is kept at minus twenty-two degrees Celsius. The emergency handle opens the door from the inside.';

const flashcards = (page: Page) => page.getByRole('region', { name: /^Flashcards \(/ });
const proposal = (page: Page) => flashcards(page).getByRole('alert', { name: 'Proposal: 2 cards' });
const fronts = (page: Page) => page.getByRole('textbox', { name: /^Front of card/ });

test('cards that arrive in a locked section wait as a proposal, and are taken in once it is withdrawn', async ({
  page,
  ai,
  trainer,
  signInAs,
}) => {
  const { id, address } = await writeModule(trainer, 'Cold store', {
    cards: [card('How cold is it?', 'Minus 22 degrees.')],
  });
  await signInAs('trainer');
  await page.goto(address);
  const release = ai.hold();
  await page.getByRole('button', { name: 'Generate: cards' }).click();
  await dialog(page).getByRole('textbox', { name: 'Text' }).fill(COLD_STORE);
  await dialog(page).getByLabel('How many cards').fill('2');
  await dialog(page).getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(flashcards(page)).toContainText('Making cards');
  await trainer.api.reviews.submit.mutate({ module_id: id });
  await expect(page.getByText(/^Waiting for review, round 1/)).toBeVisible();
  release();
  await expect(flashcards(page)).toContainText('2 cards made. They couldn’t be added to the section');
  await expect(proposal(page)).toContainText('You can add it once the section can be edited again.');
  await expect(proposal(page).getByRole('button', { name: 'Add 2 cards' })).toHaveCount(0);
  await expect(flashcards(page)).toHaveAccessibleName('Flashcards (1)');
  await expectAccessible(page);

  await trainer.api.reviews.withdraw.mutate({ module_id: id });
  await expect(fronts(page)).toHaveCount(1);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await proposal(page).getByRole('button', { name: 'Add 2 cards' }).press('Enter');
  await expect(fronts(page)).toHaveCount(3);
  await expect(proposal(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Flashcards (3)' })).toBeFocused();
  const { flashcards: kept } = await trainer.api.modules.get.query({ id });
  expect(kept.cards.map(({ source }) => source?.quote)).toEqual([undefined, ...COLD_STORE.split(/(?<=\.) /)]);
});

test('cards that were added before the section was locked are not called a proposal afterwards', async ({
  page,
  trainer,
  signInAs,
}) => {
  const { id, address } = await writeModule(trainer, 'Cold room', {
    cards: [card('How cold is it?', 'Minus 22 degrees.')],
  });
  await signInAs('trainer');
  await page.goto(address);
  await page.getByRole('button', { name: 'Generate: cards' }).click();
  await dialog(page).getByRole('textbox', { name: 'Text' }).fill(COLD_STORE);
  await dialog(page).getByLabel('How many cards').fill('2');
  await dialog(page).getByRole('button', { name: 'Generate', exact: true }).click();
  const made = flashcards(page).getByRole('status').filter({ hasText: '2 cards made.' });
  await expect(made).toHaveText('2 cards made. Check each against its passage.');
  await expect(fronts(page)).toHaveCount(3);
  await trainer.api.reviews.submit.mutate({ module_id: id });
  await expect(page.getByText(/^Waiting for review, round 1/)).toBeVisible();
  await expect(made).toHaveText('2 cards made.');
});

test(
  'a queried section lets its authors drop one proposal and take another in',
  { tag: '@deep' },
  async ({ page, ai, trainer, reviewer, signInAs }) => {
    const { id, address } = await writeModule(trainer, 'Chargers', { cards: [card('Where?', 'In the yard.')] });
    const release = ai.hold();
    const source = { title: 'Cold store', text: COLD_STORE };
    const wanted = { module_id: id, section: 'flashcards', source } as const;
    await trainer.api.modules.generate.mutate({ ...wanted, count: 1 });
    await trainer.api.modules.generate.mutate({ ...wanted, count: 2 });
    await trainer.api.reviews.submit.mutate({ module_id: id });
    release();
    await signInAs('trainer');
    await page.goto(address);
    const proposals = flashcards(page).getByRole('alert', { name: /^Proposal/ });
    await expect(proposals).toHaveCount(2);
    await reviewer.api.reviews.query.mutate({
      ...(await decisionOn(reviewer, id, 'quiz')),
      comment: 'Ask for the why.',
    });
    await expect(page.getByRole('region', { name: /^Quiz/ })).toContainText('Ask for the why.');
    await expect(flashcards(page).getByRole('button', { name: /^Add/ })).toHaveCount(0);

    const decision = await decisionOn(reviewer, id, 'flashcards');
    await reviewer.api.reviews.query.mutate({ ...decision, comment: 'The cold store is missing.' });
    await expect(flashcards(page).getByRole('button', { name: 'Add 1 card' })).toBeVisible();
    await proposal(page).getByRole('button', { name: 'Dismiss proposal' }).press('Enter');
    await expect(proposals).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Flashcards (1)' })).toBeFocused();
    await flashcards(page).getByRole('button', { name: 'Add 1 card' }).click();
    await expect(fronts(page)).toHaveCount(2);
    await expect(proposals).toHaveCount(0);
    expect((await trainer.api.modules.get.query({ id })).proposals).toEqual([]);
  },
);
