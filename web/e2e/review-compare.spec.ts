import { randomUUID } from 'node:crypto';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { card, choice, dialog, openAs, saveCards, submitModule } from './review-parts.ts';

test('title, validity and pass score are compared with what was seen and with what was approved', async ({
  page,
  browser,
  server,
  signInAs,
}) => {
  const trainer = await openAs(browser, server, 'trainer', 'Toni Trainer');
  const { id } = await submitModule(trainer, 'Gas bottles');
  await signInAs('content_manager', 'Kim Example');
  await page.goto(`/demo/reviews/${id}`);
  const settings = page.getByRole('list', { name: 'Settings compared' });
  const unchanged = page.getByText('Title, validity and pass score have not changed.');
  await expect(page.getByRole('radio', { name: 'Nothing' })).toBeChecked();
  await expect(page.getByRole('list', { name: 'Rounds' })).toContainText('Round 1');
  await page.getByRole('button', { name: 'Approve the flashcards section' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve flashcards' }).click();
  await expect(page.getByRole('tab', { name: 'Flashcards' })).toContainText('Approved');

  await trainer.api.reviews.withdraw.mutate({ module_id: id });
  await trainer.api.modules.update.mutate({
    id,
    settings_version: 1,
    title: 'Gas cylinders',
    validity_days: 365,
    pass_score: 0.9,
  });
  await trainer.api.reviews.submit.mutate({ module_id: id });
  await trainer.leave();
  await page.reload();
  const changes = ['Title: Gas bottles → Gas cylinders', 'Passed with: 80 % → 90 %', 'Valid for: no limit → 365 days'];
  await expect(page.getByRole('radio', { name: 'What I saw last time' })).toBeChecked();
  await expect(settings.getByRole('listitem')).toHaveText(changes);
  await page.getByRole('radio', { name: 'Last approved' }).check();
  await expect(settings.getByRole('listitem')).toHaveText(changes);
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Nothing' }).check();
  await expect(settings).toHaveCount(0);

  await page.getByRole('button', { name: 'Approve the flashcards section' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve flashcards' }).click();
  await expect(page.getByRole('tab', { name: 'Flashcards' })).toContainText('Approved');
  await page.getByRole('radio', { name: 'Last approved' }).check();
  await expect(unchanged).toBeVisible();
  await expect(settings).toHaveCount(0);
});

test('a rejection is of the round that was shown, and what was typed for it is kept', async ({
  page,
  browser,
  server,
  signInAs,
}) => {
  const trainer = await openAs(browser, server, 'trainer', 'Toni Trainer');
  const { id } = await submitModule(trainer, 'Ear protection');
  await signInAs('content_manager', 'Kim Example');
  // As if the news were slower than the reviewer.
  await page.route(/live\.follow/, (route) => route.abort());
  await page.goto(`/demo/reviews/${id}`);
  const reject = page.getByRole('button', { name: 'Reject', exact: true });
  await reject.click();
  await dialog(page).getByLabel('Reason').fill('It says nothing about ear plugs.');
  await trainer.api.reviews.withdraw.mutate({ module_id: id });
  await saveCards(trainer.api, id, [card('What helps?', 'Ear plugs.')]);
  await trainer.api.reviews.submit.mutate({ module_id: id });
  await trainer.leave();

  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText('round 2');
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('It says nothing about ear plugs.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your decision was not taken')).toBeVisible();
  await expect(reject).toHaveCount(0);
  await page.getByRole('button', { name: 'I have looked at it' }).click();
  await reject.click();
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('It says nothing about ear plugs.');
  await dialog(page).getByLabel('Reason').fill('We have no machines that loud.');
  await dialog(page).getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('It was rejected.')).toBeVisible();
});

test('a question whose right answer is another one says so, option by option', async ({
  page,
  browser,
  server,
  signInAs,
}) => {
  const trainer = await openAs(browser, server, 'trainer', 'Toni Trainer');
  const options = choice('How often is the forklift checked?', 'Every week', ['Every day', 'Every year'], '');
  const words = {
    id: randomUUID(),
    kind: 'short_text' as const,
    prompt: 'Who checks it?',
    explanation: '',
    accepted: ['The driver', 'Its driver'],
  };
  const { id } = await submitModule(trainer, 'Forklift checks', { questions: [options, words] });
  await signInAs('content_manager', 'Kim Example');
  await page.goto(`/demo/reviews/${id}?section=quiz`);
  await expect(page.getByRole('list', { name: 'Rounds' })).toContainText('Round 1');
  await page.getByRole('button', { name: 'Query the quiz' }).click();
  await dialog(page).getByLabel('What has to change').fill('It is checked every day.');
  await dialog(page).getByRole('button', { name: 'Query quiz' }).click();
  await expect(dialog(page)).toBeHidden();
  const { quiz } = await trainer.api.modules.get.query({ id });
  const [first, second] = quiz.questions;
  if (first?.kind !== 'single_choice' || second?.kind !== 'short_text') throw new Error('The questions are others');
  const items = [
    { ...first, options: [...first.options, 'Never'], correct: 1 },
    { ...second, accepted: ['The driver', 'The shift lead'] },
  ];
  await trainer.api.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: quiz.version, items });
  await trainer.api.reviews.resubmit.mutate({ module_id: id });
  await trainer.leave();
  await page.reload();
  const rows = page.getByRole('list', { name: 'Quiz', exact: true });
  await expect(rows).toContainText('Right answer was: “Every week”, is: “Every day”.');
  await expect(rows.getByRole('list', { name: 'Options' }).getByRole('listitem')).toHaveText([
    'Every weekNo longer right',
    'Right: Every dayNow right',
    'Every year',
    'NeverAdded',
  ]);
  await expect(rows.getByRole('list', { name: 'Accepted answers' }).locator('ins')).toHaveText(['The shift lead']);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
});
