import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { card, question, writeModule } from '../review/review-parts.ts';

test('a card and a question that somebody wrote get a source, by keyboard, and lose it again', async ({
  page,
  signInAs,
  trainer,
}) => {
  const { id, address } = await writeModule(trainer, 'Spills', {
    cards: [card('Where is the spill kit?', 'By gate 4.')],
    questions: [question('Must a spill be reported?')],
  });
  const savedSource = async (of: 'card' | 'question') => {
    const { flashcards, quiz } = await trainer.api.modules.get.query({ id });
    return (of === 'card' ? flashcards.cards[0] : quiz.questions[0])?.source;
  };
  await signInAs('trainer');
  await page.goto(address);
  const open = page.getByRole('button', { name: 'Source of Card 1', exact: true });
  const passage = page.getByRole('textbox', { name: 'Source passage of card 1' });
  await expect(open).toHaveAttribute('aria-expanded', 'false');
  await expect(passage).toHaveCount(0);
  await open.focus();
  await open.press('Enter');
  await expect(passage).toBeFocused();
  await page.keyboard.type('The kit hangs by gate 4.');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Site handbook, page 3');
  await page.keyboard.press('Tab');
  const link = page.getByRole('textbox', { name: 'Link to the source of card 1' });
  await expect(link).toBeFocused();
  await page.keyboard.type('wiki.example.com/kit');
  await expect(link).toHaveAccessibleDescription('');
  await page.keyboard.press('Tab');
  await expect(link).toHaveAccessibleDescription(/Not saved: Must be a whole link/);
  await expect
    .poll(() => savedSource('card'), 'what is half-written keeps nothing else from being saved')
    .toEqual({ quote: 'The kit hangs by gate 4.', name: 'Site handbook, page 3', url: null, suggestion_id: null });
  await expectAccessible(page);
  await link.fill('https://wiki.example.com/kit');
  await expect.poll(async () => (await savedSource('card'))?.url).toBe('https://wiki.example.com/kit');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await open.press('Enter');
  await expect(passage).toHaveCount(0);
  const note = page.getByRole('group').filter({ hasText: 'Source: Site handbook, page 3' });
  await note.getByText('Source: Site handbook').click();
  await expect(note).toContainText('The kit hangs by gate 4.');

  await open.press('Enter');
  const remove = page.getByRole('button', { name: 'Remove source of card 1' });
  await remove.press('Enter');
  await expect(passage).toBeFocused();
  await expect(passage).toHaveValue('');
  await expect(link).toHaveValue('');
  await expect.poll(() => savedSource('card')).toBeUndefined();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(passage).toHaveValue('The kit hangs by gate 4.');

  await page.getByRole('button', { name: 'Source of Question 1' }).press('Enter');
  await page.keyboard.type('Report every spill.');
  await expect.poll(async () => (await savedSource('question'))?.quote).toBe('Report every spill.');
});
