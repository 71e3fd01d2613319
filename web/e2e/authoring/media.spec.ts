import { deflateSync } from 'node:zlib';
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';
import { card, decisionOn, writeModule } from '../review/review-parts.ts';
import { startFromLibrary } from '../training/training-parts.ts';

/** A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(data.length);
    body.copy(whole, 4);
    let crc = 0xff_ff_ff_ff;
    for (const byte of body) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
    }
    whole.writeUInt32BE(~crc >>> 0, body.length + 4);
    return whole;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, Buffer.from('2a7f62', 'hex'))]);
  const rows = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

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
  await (await chooser).setFiles({ name: 'pallet.png', mimeType: 'image/png', buffer: png(640, 360) });
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
  await expect(page.getByRole('img', { name: 'A green pallet' })).toBeVisible();
  await expectAccessible(page);
});
