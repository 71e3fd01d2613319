import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';
import { card, decisionOn, writeModule } from '../review/review-parts.ts';
import { png } from './png.ts';
import { startFromLibrary } from '../training/training-parts.ts';

// rules/media 1, rules/media 4
test('a trainer adds a picture, a reviewer sees it, and a learner learns with it', async ({
  page,
  signInAs,
  trainer,
  reviewer,
}) => {
  const { id, address } = await writeModule(trainer, 'Pallets', {
    cards: [card('Which pallet is this?', 'The green one.'), card('How high may it be?', 'Two metres.')],
  });
  await signInAs('trainer');
  await page.goto(address);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a picture, sound or film to card 1' }).click();
  await (await chooser).setFiles({ name: 'pallet.png', mimeType: 'image/png', buffer: png(640, 800) });
  await expect(page.getByText('Still missing: Describe what each picture shows')).toBeVisible();
  await page.getByRole('textbox', { name: 'Alternative text' }).fill('A green pallet');
  await expect(page.getByText('Still missing: Describe what each picture shows')).toBeHidden();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  const media = async () => (await trainer.api.modules.get.query({ id })).flashcards.cards[0]?.media;
  await expect.poll(media).toMatchObject([{ at: 'front', kind: 'picture', alt: 'A green pallet' }]);

  await trainer.api.reviews.submit.mutate({ module_id: id });
  await reviewer.page.goto(`/demo/reviews/${id}`);
  const shown = reviewer.page.getByRole('img', { name: 'A green pallet' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(640);
  await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, 'flashcards'));
  await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, 'quiz'));

  await signInAs('learner');
  await startFromLibrary(page, 'Pallets');
  const pallet = page.getByRole('img', { name: 'A green pallet' });
  await expect(pallet).toBeVisible();
  await expectAccessible(page);

  // What is below a picture stays where it is when the picture comes.
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  await page.route('**/media/**', async (route) => {
    await sent;
    await route.continue();
  });
  await page.reload({ waitUntil: 'domcontentloaded' });
  const place = () => page.getByRole('button', { name: 'Show answer' }).boundingBox();
  await expect(pallet).toBeAttached();
  const before = await place();
  send();
  await expect.poll(() => pallet.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(640);
  expect(await place()).toEqual(before);
});
