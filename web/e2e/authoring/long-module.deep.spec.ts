import { expect, test } from '../fixtures.ts';
import { card, saveCards, writeModule } from '../review/review-parts.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

test(
  'of a module that is as long as it may be, every card is within reach',
  { tag: '@deep' },
  async ({ page, signInAs, trainer }) => {
    const most = CONTENT_LIMITS.cards;
    const cards = Array.from({ length: most }, (_, index) =>
      card(`Where is exit ${index + 1}?`, index + 1 === most ? '' : 'Behind you.'),
    );
    const { id, address } = await writeModule(trainer, 'Exits', { cards });
    await expect(saveCards(trainer.api, id, [...cards, card('One more?', 'No.')])).rejects.toThrow(
      /at most 500 cards; split the module/,
    );

    await signInAs('trainer');
    await page.goto(address);
    const front = (number: number) => page.getByRole('textbox', { name: `Front of card ${number}`, exact: true });
    await expect(front(1)).toBeVisible();
    // Whether its fields are drawn yet or not: the way to what is missing leads there.
    await page.getByRole('button', { name: `Card ${most}: Write the back of the card` }).press('Enter');
    await expect(front(most)).toBeFocused();
    await expect(front(most)).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Add a card' })).toHaveAccessibleDescription(
      /at most 500.*another module/,
    );
    await page.keyboard.press('Tab');
    await page.keyboard.type('Behind the stairs.');
    await expect
      .poll(async () => (await trainer.api.modules.get.query({ id })).flashcards.cards.at(-1)?.back)
      .toBe('Behind the stairs.');

    // In the middle, by name: the text is there to be found, and soon the fields are.
    await expect(page.getByText('Where is exit 250?')).toBeAttached();
    await front(250).scrollIntoViewIfNeeded();
    await expect(front(250)).toBeInViewport();
    await page.getByRole('button', { name: 'Move card 250 up' }).press('Enter');
    await expect(front(249)).toHaveValue('Where is exit 250?');
    await expect(page.getByRole('button', { name: 'Move card 249 up' })).toBeFocused();
  },
);
