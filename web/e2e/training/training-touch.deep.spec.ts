import { openAs } from '../colleagues.ts';
import { PHONE, expect, test } from '../fixtures.ts';
import { button, COLD, drag, heading, note, publish, startFromLibrary } from './training-parts.ts';

test.use({ viewport: PHONE, hasTouch: true });

test(
  'cards are swiped on and back, and an attempt goes on after its module was archived and restored',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs, trainer, reviewer }) => {
    const title = 'Keeping fish apart';
    const module_id = await publish(trainer, reviewer, title, false);
    await signInAs('learner', 'Tess Touch');
    await startFromLibrary(page, title);
    const [first, second] = [page.getByText('Card 1 of 2'), page.getByText('Card 2 of 2')];
    const deck = page.locator('[aria-live="polite"]').filter({ hasText: COLD.cards[0]?.front ?? '' });
    const other = page.locator('[aria-live="polite"]').filter({ hasText: COLD.cards[1]?.front ?? '' });

    await drag(page, deck, [0.2, 0.5], [0.8, 0.5]);
    // There is no card before the first, and a finger that hardly moves, or moves down, turns none.
    await drag(page, deck, [0.5, 0.5], [0.45, 0.5]);
    await drag(page, deck, [0.5, 0.2], [0.4, 0.9]);
    await expect(first).toBeVisible();
    await drag(page, deck, [0.8, 0.5], [0.2, 0.5]);
    await expect(second).toBeVisible();
    await drag(page, other, [0.8, 0.5], [0.2, 0.5]);
    await expect(second).toBeVisible();
    // Seen is what was turned, not what was passed.
    await expect(page.getByText(/^0 of \d+ done$/)).toBeVisible();
    await drag(page, other, [0.2, 0.5], [0.8, 0.5]);
    await expect(first).toBeVisible();

    await drag(page, deck, [0.8, 0.5], [0.2, 0.5]);
    await button(page, 'Go to quiz').click();
    await button(page, 'Start quiz').click();
    await expect(heading(page, 'Question 1 of 2', 2)).toBeVisible();
    const admin = await openAs(browser, server, 'super_admin', 'Abe Archivist');
    await admin.api.reviews.archive.mutate({ module_id, reason: 'Being looked at' });
    await page.getByRole('radio', { name: 'The lowest' }).check();
    await button(page, 'Answer').click();
    const refusal = page.getByRole('alert').filter({ hasText: 'Couldn’t save the answer' });
    await expect(refusal).toContainText('What you did is kept');
    await admin.api.reviews.restore.mutate({ module_id, reason: 'All is well' });
    await admin.leave();
    await button(page, 'Answer').click();
    await expect(note(page, 'Correct')).toBeVisible();
    await button(page, 'Next question').click();
    await expect(heading(page, 'Question 2 of 2', 2)).toBeVisible();
  },
);

for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
  test(
    `the way to the library stays in its place while trainings load (${viewport.width} px)`,
    { tag: '@deep' },
    async ({ page, signInAs, trainer, reviewer }) => {
      const title = `Loading bays at ${viewport.width}`;
      await publish(trainer, reviewer, title, false);
      await page.setViewportSize(viewport);
      await signInAs('learner', 'Lou Loader');
      await startFromLibrary(page, title);
      let answer = () => {};
      const measured = new Promise<void>((resolve) => (answer = resolve));
      await page.route(/learning\.mine/, async (route) => {
        await measured;
        await route.continue();
      });
      await page.goto('/demo/training');
      const library = page.getByRole('link', { name: 'Library' });
      await expect(library).toBeVisible();
      const before = await library.boundingBox();
      answer();
      await expect(page.getByText(`Next: ${title}`)).toBeVisible();
      expect(await library.boundingBox()).toEqual(before);
    },
  );
}
