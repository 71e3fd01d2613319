import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../fixtures.ts';
import { card, writeModule } from '../review/review-parts.ts';
import { controlSaves } from '../authoring/save-control.ts';

const flashcards = (page: Page) => page.getByRole('region', { name: /^Flashcards \(/ });
const front = (page: Page, number: number) => page.getByRole('textbox', { name: `Front of card ${number}` });
const offer = (page: Page) => page.getByRole('alert').filter({ hasText: 'You typed this' });

/** Every request that a module's page makes. */
const OF_MODULES = /modules\.(get|saveSection)|live\.follow/;

test('words and focus stay while the server is away, and words are offered again after a reload', async ({
  page,
  signInAs,
  trainer,
}) => {
  const { address } = await writeModule(trainer, 'Away', { cards: [card('One', 'First'), card('Two', 'Second')] });
  await signInAs('trainer');
  // A stream that is open already would stay: the page is asked for again from the beginning.
  await page.route(/live\.follow/, (route) => route.abort());
  const saves = await controlSaves(page);
  await page.goto(address);
  await expect(front(page, 1)).toHaveValue('One');
  page.on('dialog', (asked) => void asked.accept());
  await page.route(OF_MODULES, (route) => route.abort());
  await front(page, 1).focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' and more');
  const away = page.getByRole('alert').filter({ hasText: 'Couldn’t refresh the module' });
  await expect(away).toBeVisible();
  await expect(front(page, 1)).toHaveValue('One and more');
  await expect(front(page, 1)).toBeFocused();
  await page.keyboard.type(', still');
  await expect(front(page, 1)).toHaveValue('One and more, still');
  await expect(flashcards(page).getByRole('alert')).toContainText('Not saved');
  await expectAccessible(page);

  await saves.fail();
  await page.unrouteAll();
  await page.reload();
  await expect(offer(page)).toContainText('One and more, still');
  await saves.pass();
  await offer(page).getByRole('button', { name: 'Restore' }).click();
  await expect(front(page, 1)).toHaveValue('One and more, still');
  await expect(flashcards(page)).toContainText(/Saved(?! automatically)/);
});

test(
  'unsaved words are offered in a new tab, until their author signs out',
  { tag: '@deep' },
  async ({ page, signInAs, trainer }) => {
    const { address } = await writeModule(trainer, 'Closed', { cards: [card('One', 'First')] });
    await signInAs('trainer');
    const saves = await controlSaves(page);
    await page.goto(address);
    await saves.fail();
    await front(page, 1).fill('Typed in vain');
    await expect(flashcards(page).getByRole('alert')).toContainText('Not saved');
    await page.getByRole('link', { name: /About Closed/ }).click();
    const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(leaving).toContainText(
      'It stays in this browser, and you can restore it when you open this module again.',
    );
    await leaving.getByRole('button', { name: 'Leave without saving' }).click();
    await expect(page.getByRole('heading', { name: /About Closed/, level: 1 })).toBeVisible();

    const other = await page.context().newPage();
    await other.goto(address);
    await expect(offer(other)).toContainText('Typed in vain');
    const kept = () => other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved/')));
    expect(await kept()).toHaveLength(1);
    await other.getByRole('button', { name: /^Account of/ }).click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await kept()).toEqual([]);
    await other.close();
  },
);
