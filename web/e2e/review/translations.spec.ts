import { decisionOn } from './review-parts.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, screenshot, test } from '../fixtures.ts';
import { publish, startFromLibrary } from '../training/training-parts.ts';

test('a trainer translates with AI, a reviewer approves, and a learner switches in the middle of a quiz', async ({
  page,
  trainer,
  reviewer,
  signInAs,
}) => {
  const title = 'Cold chain';
  const id = await publish(trainer, reviewer, title, false);
  const { course } = await trainer.api.modules.get.query({ id });
  const address = `/demo/courses/${course.id}/${id}/languages`;
  const written = trainer.page;
  await written.goto(address);
  await expect(written.getByText('No other language yet')).toBeVisible();
  await expectAccessible(written);
  await written.getByRole('button', { name: 'Add language' }).click();
  const dialog = written.getByRole('dialog');
  await dialog.getByLabel('Language').selectOption({ label: 'German' });
  await dialog.getByRole('button', { name: 'Add language' }).click();
  await expect(written.getByRole('heading', { name: `${title} in German`, level: 1 })).toBeVisible();
  await written.getByRole('button', { name: 'Translate 5 items with AI' }).click();
  await expect(written.getByText('Proposed by AI for Toni Berger').first()).toBeVisible();
  await expectAccessible(written);
  await screenshot(written, 'translate-module');
  const front = written.getByLabel('Front, translated').first();
  await front.fill('Wie warm darf der Kühlschrank sein?');
  await front.press('Control+Enter');
  await expect(written.getByText('Last edited by Toni Berger')).toBeVisible();
  await written.getByRole('button', { name: 'Submit 5 translations' }).click();
  await expect(written.getByText('5 translations wait for review.')).toBeVisible();
  await expect(written.getByLabel('Front, translated')).toHaveCount(0);

  const reviewed = reviewer.page;
  await reviewed.goto('/demo/translations');
  await reviewed.getByRole('row', { name: title }).getByRole('link').click();
  await expect(reviewed.getByRole('heading', { name: `${title} in German`, level: 1 })).toBeVisible();
  await expectAccessible(reviewed);
  await reviewed.getByRole('button', { name: 'Request changes to Question 1' }).click();
  await reviewed.getByRole('dialog').getByLabel('Reason').fill('Say “Regal”.');
  await reviewed.getByRole('dialog').getByRole('button', { name: 'Request changes' }).click();
  await expect(reviewed.getByText('The translation was sent back.')).toBeVisible();
  await reviewed.getByRole('button', { name: 'Approve 4' }).click();
  await reviewed.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(reviewed.getByText('Not live, 4 of 5 approved')).toBeVisible();
  // The trainer's page follows.
  await expect(written.getByText('Ines Moreau requested changes')).toBeVisible();
  const prompt = written.getByLabel('Question, translated').first();
  await prompt.fill('In welches Regal gehört rohes Fleisch?');
  await prompt.press('Control+Enter');
  await written.getByRole('button', { name: 'Submit 1 translation' }).click();
  await reviewed.getByRole('button', { name: 'Approve Question 1' }).click();
  await expect(reviewed.getByText('Live', { exact: true })).toBeVisible();

  await signInAs('learner', 'Lea Example');
  await page.goto('/demo/training');
  await startFromLibrary(page, title);
  const language = page.getByLabel('Language of this training');
  await expect(language).toHaveValue('en');
  await language.selectOption({ label: 'German' });
  await expect(page.getByText('Wie warm darf der Kühlschrank sein?')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  // A changed card waits for its translation, and learners who begin now see the source, which says so.
  await trainer.api.reviews.revise.mutate({ module_id: id });
  const { flashcards } = await trainer.api.modules.get.query({ id });
  const [first, ...others] = flashcards.cards;
  const items = [{ ...first!, back: 'At most **four degrees**.' }, ...others];
  await trainer.api.modules.saveSection.mutate({
    section: 'flashcards',
    module_id: id,
    version: flashcards.version,
    items,
  });
  await trainer.api.reviews.submit.mutate({ module_id: id });
  for (const section of ['flashcards', 'quiz'] as const) {
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, section));
  }
  await written.goto(`/demo/courses/${course.id}/${id}`);
  await expect(written.getByRole('link', { name: 'German: 1 item' })).toBeVisible();
  await written.getByRole('link', { name: 'German: 1 item' }).click();
  await expect(written.getByText('The source has changed since this was translated')).toBeVisible();
  await expect(written.getByText('Live, 1 item in the source language')).toBeVisible();
});
