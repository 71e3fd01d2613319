import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';
import { decisionOn, question, saveCards, writeModule } from '../review/review-parts.ts';

const text = `Check the brakes of the forklift before the first drive of every shift.

Keep three metres of distance from people who walk in the aisle.

Report every collision to the shift lead before you go on working.`;

test('settings say what share of what AI made trainers kept, and what it cost for each module', async ({
  page,
  trainer,
  reviewer,
  signInAs,
}) => {
  const { id } = await writeModule(trainer, 'Forklift costs', { cards: [], questions: [question('Is it safe?')] });
  const source = { title: 'Forklifts', text };
  await trainer.api.modules.generate.mutate({ module_id: id, section: 'flashcards', source, count: 3 });
  const cards = async () => (await trainer.api.modules.get.query({ id })).flashcards.cards;
  await expect.poll(async () => (await cards()).length).toBe(3);
  const [first, second] = await cards();
  await saveCards(trainer.api, id, [first!, { ...second!, back: 'Always.' }]);
  await trainer.api.reviews.submit.mutate({ module_id: id });
  for (const section of ['flashcards', 'quiz'] as const) {
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, section));
  }

  await signInAs('super_admin');
  await page.goto('/demo/settings/usage');
  const kept = page.getByRole('table', { name: 'What trainers kept' }).getByRole('row').nth(1);
  await expect(kept).toContainText('Card generation');
  await expect(kept).toContainText('Claude Opus 5.5');
  // Kept, edited and deleted.
  await expect(kept.getByRole('cell', { name: '33 % (1)' })).toHaveCount(3);
  const cost = page.getByRole('table', { name: 'AI usage by module' }).getByRole('row', { name: /Forklift costs/ });
  await expect(cost).toContainText(/\$0\.0\d/);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await cost.getByRole('link', { name: 'Forklift costs' }).click();
  await expect(page.getByRole('heading', { name: 'Forklift costs', level: 1 })).toBeVisible();
});
