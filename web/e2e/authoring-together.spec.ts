import { expect, expectAccessible } from './fixtures.ts';
import { card, dialog, saveCards, test, writeModule } from './review-parts.ts';
import { back, flashcards, front, press, saved } from './authoring-parts.ts';

test.describe('of two who write the same module', () => {
  test('different cards merge by themselves, and the same card asks which stands', async ({
    page,
    signInAs,
    trainer,
  }) => {
    const [one, two] = [card('One', 'First'), card('Two', 'Second')];
    const { id, address } = await writeModule(trainer, 'Shared', { cards: [one, two] });
    await signInAs('trainer');
    await page.goto(address);
    await expect(front(page, 1)).toHaveValue('One');
    await saveCards(trainer.api, id, [one, { ...two, back: 'Second, by Toni' }]);
    await expect(back(page, 2)).toHaveValue('Second, by Toni');
    await expect(flashcards(page)).toContainText('Changes from elsewhere have come in.');

    // No news come through from here on, so that only the refusal tells.
    await page.route(/live\.follow/, (route) => route.abort());
    await page.reload();
    await expect(front(page, 1)).toHaveValue('One');
    await page.route(/modules\.get/, (route) => route.abort());
    await saveCards(trainer.api, id, [one, { ...two, back: 'Second, by Toni again' }]);
    await page.unroute(/modules\.get/);
    await front(page, 1).fill('One, by Robin');
    await expect(back(page, 2)).toHaveValue('Second, by Toni again');
    await expect(flashcards(page)).toContainText('Their changes and yours are to different items');
    await expect
      .poll(async () => (await trainer.api.modules.get.query({ id })).flashcards.cards[0]?.front)
      .toBe('One, by Robin');

    await saveCards(trainer.api, id, [{ ...one, front: 'One, by Toni' }, two]);
    await front(page, 1).fill('One, still by Robin');
    await expect(page.getByRole('alert')).toContainText('changed in two places');
    await expect(front(page, 1)).toHaveValue('One, still by Robin');
    const submit = page.getByRole('button', { name: 'Submit for review' });
    await expect(submit).toHaveAccessibleDescription(/Compare and choose first/);
    await press(page.getByRole('button', { name: 'Compare and choose' }));
    const choice = dialog(page).getByRole('group', { name: 'Card 1' });
    await expect(choice).toContainText('One, still by Robin');
    await expect(choice).toContainText('One, by Toni');
    await expectAccessible(page);
    const save = dialog(page).getByRole('button', { name: 'Save what I chose' });
    await expect(save).toBeDisabled();
    await choice.getByRole('radio', { name: 'Take theirs' }).press('Space');
    await press(save);
    await expect(front(page, 1)).toHaveValue('One, by Toni');
    await expect(back(page, 2)).toHaveValue('Second');
    await saved(page);
    await expect(submit).not.toHaveAccessibleDescription(/Compare and choose/);
  });

  test('a lock that comes while somebody types keeps what was typed, and goes again without a reload', async ({
    page,
    signInAs,
    trainer,
  }) => {
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
    await press(page.getByRole('button', { name: 'Put it back' }));
    await expect(front(page, 1)).toHaveValue('Typed too late');
    await expect
      .poll(async () => (await trainer.api.modules.get.query({ id })).flashcards.cards[0]?.front)
      .toBe('Typed too late');
  });

  test('what cannot be saved says so, and is tried again', async ({ page, signInAs, trainer }) => {
    const { address } = await writeModule(trainer, 'Offline', { cards: [card('One', 'First')] });
    await signInAs('trainer');
    await page.clock.install();
    await page.goto(address);
    await page.route(/modules\.saveSection/, (route) => route.abort());
    await front(page, 1).fill('Not lost');
    await expect(page.getByRole('alert')).toContainText('Not saved: The server did not answer');
    await expectAccessible(page);
    const again = page.waitForRequest(/modules\.saveSection/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await again;
    await expect(page.getByRole('alert')).toContainText('Not saved');
    await page.unroute(/modules\.saveSection/);
    // By itself: the next try is due after ten seconds.
    await page.clock.fastForward(10_000);
    await expect(flashcards(page)).toContainText('Saved at');
    await page.reload();
    await expect(front(page, 1)).toHaveValue('Not lost');
  });
});
