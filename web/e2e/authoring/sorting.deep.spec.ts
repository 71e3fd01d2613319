import type { Locator, Page } from '@playwright/test';
import { back, front, saved } from './authoring-parts.ts';
import { PHONE, expect, test } from '../fixtures.ts';
import { card, writeModule } from '../review/review-parts.ts';

const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });

async function middleOf(element: Locator): Promise<[number, number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return [x + width / 2, y + height / 2];
}

/** Returns a point in the lower half of a row, after which the dragged one would be. */
async function lowIn(element: Locator): Promise<[number, number]> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return [x + width / 2, y + height * 0.75];
}

/**
 * Drags a handle without letting it go. The last move stays on one element: a browser sends `dragover` all the while,
 * but Playwright only sends it for such moves.
 */
async function dragTo(page: Page, name: string, [x, y]: [number, number]) {
  await page.mouse.move(...(await middleOf(handle(page, name))));
  await page.mouse.down();
  await page.mouse.move(x, y - 1, { steps: 8 });
  await page.mouse.move(x, y);
}

test('a card is dragged by mouse past others, which make room, and what somebody writes stays as it is', async ({
  page,
  signInAs,
  trainer,
}) => {
  const { id, address } = await writeModule(trainer, 'Dragged', {
    cards: [card('One', '1'), card('Two', '2'), card('Three', '3')],
  });
  await signInAs('trainer');
  await page.setViewportSize({ width: 1280, height: 1200 });
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      document.documentElement.dataset['violated'] = violatedDirective;
    }),
  );
  await page.goto(address);
  await back(page, 2).fill('Two and a half');
  const field = await back(page, 2).elementHandle();
  const fronts = async () => {
    const { flashcards } = await trainer.api.modules.get.query({ id });
    return flashcards.cards.map((each) => each.front);
  };
  const row = (words: string) =>
    page.getByRole('listitem').filter({ has: page.locator(`textarea:text-is("${words}")`) });
  // In its list: the page may scroll.
  const placeOf = (words: string) =>
    row(words).evaluate(
      (each) => each.getBoundingClientRect().top - (each.parentElement?.getBoundingClientRect().top ?? 0),
    );
  const place = await placeOf('Two');

  const dragBelow = async (words: string) => {
    const [x, y] = await lowIn(row(words));
    await dragTo(page, 'card 1', [x, y]);
    let tries = 0;
    await expect(async () => {
      await page.mouse.move(x, y - (tries++ % 2));
      await expect(page.getByText('card 1 moved to place 3 of 3.')).toBeAttached({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  };
  await dragBelow('Three');
  await expect.poll(() => placeOf('Two')).toBeLessThan(place);
  await page.keyboard.press('Escape');
  await expect(page.getByText('card 1 is back where it was, at place 1 of 3.')).toBeAttached();
  await expect(front(page, 1)).toHaveValue('One');
  await expect.poll(() => placeOf('Two')).toBe(place);
  await page.mouse.up();

  await dragBelow('Three');
  await page.mouse.up();
  await expect(page.getByText('card 1 put down at place 3 of 3.')).toBeAttached();
  await expect(front(page, 3)).toHaveValue('One');
  await expect(page.locator('[data-picked], [data-violated]')).toHaveCount(0);
  await expect(back(page, 1)).toHaveValue('Two and a half');
  expect(await field?.evaluate((element) => element.isConnected)).toBe(true);
  await saved(page);
  await expect.poll(fronts).toEqual(['Two', 'Three', 'One']);
});

test('the page scrolls while a card is dragged to its edge', async ({ page, signInAs, trainer }) => {
  const fronts = Array.from({ length: 12 }, (_, place) => `Front ${place + 1}`);
  const { address } = await writeModule(trainer, 'Long', { cards: fronts.map((each) => card(each, 'Back')) });
  await signInAs('trainer');
  await page.goto(address);
  await dragTo(page, 'card 1', [640, 790]);
  await expect
    .poll(async () => {
      await page.mouse.move(640, 791);
      await page.mouse.move(640, 790);
      return page.evaluate(() => scrollY);
    })
    .toBeGreaterThan(400);
  await page.keyboard.press('Escape');
  await expect(front(page, 1)).toHaveValue('Front 1');
  await page.mouse.up();
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('a module is moved by tapping its step buttons', async ({ page, signInAs, trainer }) => {
    const { course_id } = await writeModule(trainer, 'Alpha');
    await trainer.api.modules.create.mutate({ course_id, title: 'Beta' });
    await signInAs('trainer');
    await page.goto(`/demo/courses/${course_id}`);
    const modules = page.getByRole('list', { name: 'Modules' }).getByRole('listitem');
    await expect(modules).toHaveText([/1\. Alpha/, /2\. Beta/]);
    const sorted = page.waitForResponse(/modules\.order/);
    await handle(page, 'Beta up').tap();
    await expect(modules).toHaveText([/1\. Beta/, /2\. Alpha/]);
    expect((await sorted).ok()).toBe(true);
    await page.reload();
    await expect(modules).toHaveText([/1\. Beta/, /2\. Alpha/]);
  });
});
