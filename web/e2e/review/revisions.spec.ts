import type { Route } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { card, decisionOn, dialog, saveCards, submitModule } from './review-parts.ts';

// rules/courses-and-modules 12 and 13
test('a trainer compares versions, brings one back as a draft, and undoes that', async ({ trainer, reviewer }) => {
  const { page, api } = trainer;
  const title = 'Spill kits';
  const [kit, gate] = [card('Where is the kit?', 'By gate 4.'), card('Who has the key?', 'The shift lead.')];
  const { id, address } = await submitModule(trainer, title, { cards: [kit] });
  const publish = async () => {
    for (const section of ['flashcards', 'quiz'] as const)
      await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, section));
  };
  await publish();
  await api.reviews.revise.mutate({ module_id: id });
  await saveCards(api, id, [{ ...kit, back: 'By gate 7.' }, gate]);
  await api.reviews.submit.mutate({ module_id: id });
  await publish();

  await page.goto(address);
  await page.getByRole('link', { name: 'Versions' }).click();
  const row = (name: string) => page.getByRole('table', { name: 'Published versions' }).getByRole('row', { name });
  await expect(row('Version 2')).toContainText('Learners see it');
  await expect(row('Version 2')).toContainText('Cards: 1 changed, 1 added');
  await expect(row('Version 1')).toContainText('First version');
  // What is live already needs no bringing back.
  await expect(row('Version 2').getByRole('button', { name: 'Bring back' })).toHaveCount(0);
  // The two newest are compared at first, as in a review.
  await expect(page.getByText('1 changed, 1 added', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Flashcards' })).toContainText('By gate 4.');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'With' }).selectOption({ label: 'Version 1' });
  await expect(page.getByText('No card has changed.')).toBeVisible();

  // With the keyboard alone: a draft opens, and learners keep what they have.
  await row('Version 1').getByRole('button', { name: 'Bring back' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('A draft opens with the cards');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Version 1 of “${title}” was brought back as a draft.`)).toBeVisible();
  await expect(page.getByText('Learners see the published version (2) meanwhile.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Back of card 1' })).toContainText('By gate 4.');

  // Over a draft, what is replaced is said, and can be undone.
  const back = page.getByRole('textbox', { name: 'Back of card 1' });
  await back.fill('By the ramp.');
  await expect.poll(async () => (await api.modules.get.query({ id })).flashcards.cards[0]?.back).toBe('By the ramp.');
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('combobox', { name: 'With' })).toHaveValue('');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await row('Version 2').getByRole('button', { name: 'Bring back' }).click();
  await expect(dialog(page)).toContainText('Flashcards: 1 changed, 1 added (last edited by Toni Berger)');
  // Someone else writes meanwhile: nothing of it is replaced unseen.
  const write = async (route: Route) => {
    const { flashcards } = await api.modules.get.query({ id });
    await saveCards(api, id, [...flashcards.cards, card('Typed meanwhile', 'By a colleague.')]);
    await route.continue();
  };
  await page.route(/reviews\.restoreRevision/, write, { times: 1 });
  await dialog(page).getByRole('button', { name: 'Bring back' }).click();
  await expect(dialog(page)).toContainText('Couldn’t bring back the version');
  await expect(dialog(page)).toContainText('Flashcards: 1 changed, 1 added, 1 removed');
  await dialog(page).getByRole('button', { name: 'Bring back' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('textbox', { name: 'Back of card 1' })).toContainText('By gate 7.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('The draft is as it was before.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Back of card 1' })).toContainText('By the ramp.');
  const { flashcards } = await api.modules.get.query({ id });
  expect(flashcards.cards.map(({ front }) => front)).toEqual(['Where is the kit?', 'Typed meanwhile']);
  await page.setViewportSize({ width: 1280, height: 720 });
});
