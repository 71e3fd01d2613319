import type { Page } from '@playwright/test';
import { clientOf } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, keyFor, openFromMenu, test } from '../fixtures.ts';

const BELT = `The belt stands still before anybody cleans it.

Use at most two litres of water for the whole belt.

Hang your own padlock on the main switch.

Compressed air blows dust into the motor.
`;

/** Has two cards, or questions, made of the belt. */
async function make(page: Page, things: 'cards' | 'questions') {
  await openFromMenu(page, 'AI tools');
  await page.getByRole('link', { name: things === 'cards' ? /^Make flashcards/ : /^Make a quiz/ }).click();
  await page.getByLabel('Title').fill('Cleaning the belt');
  await page.getByRole('textbox', { name: 'Text' }).fill(BELT);
  await page.getByLabel(things === 'cards' ? /^Cards \(/ : /^Questions \(/).fill('2');
  await page.getByRole('button', { name: things === 'cards' ? 'Make cards' : 'Make a quiz' }).click();
  await expect(page.getByText('The job is done.')).toBeAttached();
}

test('another card is made in the place of one, by keyboard, and the first stays until it has come', async ({
  page,
  ai,
  signInAs,
}) => {
  // Nothing is asked for from time to time, so that only what is told live tells.
  await page.addInitScript(() => Object.assign(globalThis, { setInterval: () => 0 }));
  await signInAs('trainer');
  await make(page, 'cards');
  const cards = page.getByRole('list', { name: 'Flashcards' }).getByRole('listitem');
  const first = cards.first().locator('p').first();
  const [replaced = '', other = ''] = await cards.locator('p:first-child').allInnerTexts();
  const button = page.getByRole('button', { name: 'Make another in place of card 1' });

  // What fails leaves the card as it was.
  ai.respond('card_generation', () => 'no JSON at all');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(cards.first()).toContainText('Couldn’t make another. The model gave no usable answer');
  await expect(first).toHaveText(replaced);
  await expect(button).toBeFocused();
  ai.respond('card_generation', undefined);

  const release = ai.hold();
  await page.keyboard.press('Enter');
  await expect(cards.first()).toContainText('Making another. This card stays until then.');
  await expect(first).toHaveText(replaced);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('button', { name: 'Add to module…' })).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  release();
  await expect(cards.first()).toContainText('A new card. Check it against its passage.');
  await expect(first).not.toHaveText(replaced);
  await expect(cards.nth(1)).toContainText(other);
  await expect(button).toBeFocused();
  await expect(cards).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  // The text was typed in, and is nowhere but in this tab.
  await page.reload();
  await expect(cards).toHaveCount(2);
  await expect(first).not.toHaveText(replaced);
  await expect(button).toHaveCount(0);
});

test('another question is made in the place of one, once for two clicks', async ({ page, signInAs }) => {
  await signInAs('trainer');
  await make(page, 'questions');
  const questions = page.getByRole('list', { name: 'Questions' }).locator('> li');
  const replaced = await questions.nth(1).locator('p').first().innerText();
  await page.getByRole('button', { name: 'Make another in place of question 2' }).dblclick();
  await expect(questions.nth(1)).toContainText('A new question. Check it against its passage.');
  await expect(page.getByText('Couldn’t start')).toHaveCount(0);
  await expect(questions.nth(1)).not.toContainText(replaced);
});

test('of a document another is made after a reload, too', async ({ page, signInAs }) => {
  await signInAs('trainer');
  await page.goto('/demo/ai/source?from=document');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'belt.md', mimeType: 'text/markdown', buffer: Buffer.from(BELT) });
  await page.getByRole('button', { name: 'Make cards' }).click();
  await expect(page.getByText('The job is done.')).toBeAttached();
  await page.reload();
  const card = page.getByRole('list', { name: 'Flashcards' }).getByRole('listitem').first();
  await page.getByRole('button', { name: 'Make another in place of card 1' }).click();
  // Four sentences are the whole document, and each has its card.
  await expect(card).toContainText('Couldn’t make another: this part of the source gave nothing new.');
  await expectAccessible(page);
});

test('another that is being made, or waits for a key, is cancelled by keyboard, and the card stays', async ({
  page,
  server,
  ai,
  signInAs,
}) => {
  const workspace = 'own-cards';
  await server.createWorkspace(workspace);
  await signInAs('super_admin', 'Ada Example', workspace);
  const admin = clientOf(page.context(), server.origin, workspace);
  await admin.departments.create.mutate({ name: 'Warehouse' });
  const key = keyFor('good', 'cards');
  await admin.providerKeys.add.mutate({ provider: 'anthropic', model: 'claude-haiku-5-5', key });
  await signInAs('trainer', 'Robin Example', workspace);
  await make(page, 'cards');
  const card = page.getByRole('list', { name: 'Flashcards' }).getByRole('listitem').first();
  const front = await card.locator('p').first().innerText();
  const button = page.getByRole('button', { name: 'Make another in place of card 1', exact: true });
  const cancel = page.getByRole('button', { name: 'Cancel making another in place of card 1' });

  const release = ai.hold();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Making another. This card stays until then.');
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(card).toContainText('Cancelled.');
  await expect(button).toBeFocused();
  await expect(cancel).toHaveCount(0);
  release();

  ai.setScenario(key, 'bad');
  await page.keyboard.press('Enter');
  await expect(card).toContainText(
    'Waiting for the workspace’s provider key. Super admins were told. It continues automatically.',
  );
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  // Where no other can be asked for, what waits is seen all the same.
  await page.reload();
  await expect(card).toContainText('Waiting for the workspace’s provider key.');
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(cancel).toHaveCount(0);
  await expect(button).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /^Flashcards/ })).toBeFocused();
  await expect(card).toContainText(front);
});
