import type { Page } from '@playwright/test';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { card, dialog, saveCards, writeModule } from '../review/review-parts.ts';
import { back, flashcards, front, press, saved } from './authoring-parts.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'This module', exact: true });
const item = (page: Page, id: string) => page.locator(`#item-${id}`);

test.describe('of two who write the same module', () => {
  test(
    'different cards merge by themselves, and the same card asks which stands',
    { tag: '@deep' },
    async ({ page, signInAs, trainer }) => {
      const [one, two] = [card('One', 'First'), card('Two', 'Second')];
      const { id, address } = await writeModule(trainer, 'Shared', { cards: [one, two] });
      await signInAs('trainer');
      await page.goto(address);
      await expect(front(page, 1)).toHaveValue('One');
      await saveCards(trainer.api, id, [one, { ...two, back: 'Second, by Toni' }]);
      await expect(back(page, 2)).toHaveValue('Second, by Toni');
      await expect(flashcards(page)).toContainText('Updated with changes from Toni Berger.');
      await expect(item(page, two.id)).toContainText('Toni Berger is editing this.');
      await expect(item(page, one.id)).not.toContainText('Toni Berger');
      await expectAccessible(page);

      // No news come through from here on, so that only the refusal tells.
      await page.route(/live\.follow/, (route) => route.abort());
      await page.reload();
      await expect(front(page, 1)).toHaveValue('One');
      await page.route(/modules\.get/, (route) => route.abort());
      await saveCards(trainer.api, id, [one, { ...two, back: 'Second, by Toni again' }]);
      await page.unroute(/modules\.get/);
      await front(page, 1).fill('One, by Robin');
      await expect(back(page, 2)).toHaveValue('Second, by Toni again');
      await expect(flashcards(page)).toContainText('Updated with changes from Toni Berger. Yours are kept.');
      await expect
        .poll(async () => (await trainer.api.modules.get.query({ id })).flashcards.cards[0]?.front)
        .toBe('One, by Robin');

      await saveCards(trainer.api, id, [{ ...one, front: 'One, by Toni' }, two]);
      await front(page, 1).fill('One, still by Robin');
      await expect(page.getByRole('alert')).toContainText('changed in two places');
      await expect(front(page, 1)).toHaveValue('One, still by Robin');
      await expect(item(page, one.id)).toContainText('Toni Berger changed this too.');
      await expect(bar(page)).toContainText('Changed in two places');
      const submit = page.getByRole('button', { name: 'Submit for review' });
      await expect(submit).toHaveAccessibleDescription(/Compare and choose first/);
      await press(page.getByRole('button', { name: 'Compare card 1' }));
      const choice = dialog(page).getByRole('group', { name: 'Card 1' });
      await expect(choice).toContainText('One, still by Robin');
      await expect(choice).toContainText('One, by Toni');
      await expectAccessible(page);
      const save = dialog(page).getByRole('button', { name: 'Save choices' });
      await expect(save).toBeDisabled();
      await choice.getByRole('radio', { name: 'Use theirs' }).press('Space');
      await press(save);
      await expect(front(page, 1)).toHaveValue('One, by Toni');
      await expect(back(page, 2)).toHaveValue('Second');
      await saved(page);
      await expect(submit).not.toHaveAccessibleDescription(/Compare and choose/);
    },
  );

  test(
    'the bar stays in sight with the parts, the state of saving and what comes next, also on a phone',
    { tag: '@deep' },
    async ({ page, signInAs, trainer }) => {
      const cards = Array.from({ length: 12 }, (_, n) => card(`Front ${n}`, `Back ${n}`));
      const { address } = await writeModule(trainer, 'Long enough to scroll', { cards });
      await signInAs('trainer');
      await page.goto(address);
      await expect(front(page, 1)).toHaveValue('Front 0');
      for (const size of [{ width: 1280, height: 800 }, PHONE]) {
        await page.setViewportSize(size);
        await press(bar(page).getByRole('button', { name: /^Quiz/ }));
        await expect(page.getByRole('heading', { name: /^Quiz/ })).toBeFocused();
        await expect(page.getByRole('heading', { name: /^Quiz/ })).toBeInViewport({ ratio: 1 });
        await front(page, 12).fill(`Front 11 at ${size.width}`);
        await expect(bar(page)).toContainText(/Saved(?! automatically)/);
        await expect(bar(page)).toBeInViewport({ ratio: 1 });
        await expect(bar(page).getByRole('button', { name: 'Submit for review' })).toBeInViewport({ ratio: 1 });
        // What has the focus is not under it.
        await front(page, 3).focus();
        const [stays, field] = [await bar(page).boundingBox(), await front(page, 3).boundingBox()];
        expect(field?.y).toBeGreaterThanOrEqual((stays?.y ?? 0) + (stays?.height ?? 0));
        expect(stays?.height).toBeLessThan(size.height / 8);
        await expectNoSidewaysScroll(page);
        await expectAccessible(page);
      }
    },
  );

  test(
    'a lock that comes under somebody’s hands shows why, and no key does anything for a second',
    { tag: '@deep' },
    async ({ page, signInAs, trainer }) => {
      const cards = Array.from({ length: 12 }, (_, n) => card(`Front ${n}`, `Back ${n}`));
      const { id, address } = await writeModule(trainer, 'Locked under hands', { cards });
      await signInAs('trainer');
      await page.clock.install();
      await page.goto(address);
      await expect(front(page, 12)).toHaveValue('Front 11');
      await page.evaluate(() => {
        document.addEventListener('keydown', () => {
          document.body.dataset['keys'] = `${Number(document.body.dataset['keys'] ?? 0) + 1}`;
        });
      });
      const keys = () => page.evaluate(() => document.body.dataset['keys']);
      await page.route(/saveSection/, (route) => route.abort());
      await front(page, 12).focus();
      await page.keyboard.press('x');
      expect(await keys()).toBe('1');
      await page.clock.pauseAt(Date.now() + 60_000);
      await trainer.api.reviews.submit.mutate({ module_id: id });
      const notice = flashcards(page).getByText(/^Submitted by .*, in round 1$/);
      // Time goes on in small steps, so that the second is not over when it is looked at.
      await expect
        .poll(async () => {
          await page.clock.runFor(50);
          return notice.isVisible();
        })
        .toBe(true);
      await page.clock.runFor(100);
      await page.keyboard.press('y');
      expect(await keys()).toBe('1');
      await expect(notice).toBeInViewport();
      const kept = page.getByRole('alert').filter({ hasText: 'locked while you were typing' });
      await expect(kept).toBeFocused();
      await expect(kept).toContainText('xFront 11');
      await page.clock.runFor(1_000);
      await page.keyboard.press('z');
      expect(await keys()).toBe('2');
    },
  );

  test(
    'a lock that comes while somebody types keeps what was typed, and goes again without a reload',
    { tag: '@deep' },
    async ({ page, signInAs, trainer }) => {
      const { id, address } = await writeModule(trainer, 'Locked', { cards: [card('One', 'First')] });
      await signInAs('trainer');
      await page.goto(address);
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/modules\.saveSection/, async (route) => {
        await held;
        await route.continue();
      });
      await front(page, 1).fill('Typed too late');
      await expect(flashcards(page)).toContainText('Saving…');
      await trainer.api.reviews.submit.mutate({ module_id: id });
      release();
      const kept = page.getByRole('alert').filter({ hasText: 'locked while you were typing' });
      await expect(kept).toContainText('Typed too late');
      await expect(kept.getByRole('button', { name: 'Copy what I typed' })).toBeVisible();
      await expect(flashcards(page)).toContainText(/Submitted by Toni Berger just now, in round 1/);
      await expect(page.getByRole('textbox')).toHaveCount(0);
      await expectAccessible(page);

      await page.getByRole('link', { name: 'Recommended' }).click();
      await expect(page.getByRole('heading', { name: 'Recommended', level: 1 })).toBeVisible();
      await page.goBack();
      const offered = page.getByRole('alert').filter({ hasText: 'You typed this before the page was closed' });
      await expect(offered).toContainText('Typed too late');
      await trainer.api.reviews.withdraw.mutate({ module_id: id });
      await expect(front(page, 1)).toHaveValue('One');
      await press(page.getByRole('button', { name: 'Restore' }));
      await expect(front(page, 1)).toHaveValue('Typed too late');
      await expect
        .poll(async () => (await trainer.api.modules.get.query({ id })).flashcards.cards[0]?.front)
        .toBe('Typed too late');
    },
  );

  test('what cannot be saved says so, and is tried again', { tag: '@deep' }, async ({ page, signInAs, trainer }) => {
    const { address } = await writeModule(trainer, 'Offline', { cards: [card('One', 'First')] });
    await signInAs('trainer');
    await page.clock.install();
    await page.goto(address);
    await page.route(/modules\.saveSection/, (route) => route.abort());
    await front(page, 1).fill('Not lost');
    await expect(page.getByRole('alert')).toContainText('Not saved: The server didn’t answer');
    await expectAccessible(page);
    const again = page.waitForRequest(/modules\.saveSection/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await again;
    await expect(page.getByRole('alert')).toContainText('Not saved');
    await page.unroute(/modules\.saveSection/);
    // By itself: the next try is due after ten seconds.
    await page.clock.fastForward(10_000);
    await expect(flashcards(page)).toContainText(/Saved(?! automatically)/);
    await page.reload();
    await expect(front(page, 1)).toHaveValue('Not lost');
  });
});
