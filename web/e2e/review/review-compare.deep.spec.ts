import { randomUUID } from 'node:crypto';
import { openAs } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { approve, card, choice, dialog, saveCards, submitModule, tab } from './review-parts.ts';

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
  const unchanged = page.getByText('Title, expiry and pass mark haven’t changed.');
  await expect(page.getByRole('list', { name: 'Rounds' })).toContainText('Round 1');
  await approve(page, 'flashcards');

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
  await tab(page, 'Flashcards').click();
  const changes = ['Title: Gas bottles → Gas cylinders', 'Pass mark: 80 % → 90 %', 'Expires: never → after 365 days'];
  await expect(page.getByRole('radio', { name: 'What I saw last time' })).toBeChecked();
  await expect(settings.getByRole('listitem')).toHaveText(changes);
  await page.getByRole('radio', { name: 'Last approved' }).check();
  await expect(settings.getByRole('listitem')).toHaveText(changes);
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Nothing' }).check();
  await expect(settings).toHaveCount(0);

  await approve(page, 'flashcards');
  // Each section is compared by itself, and of the quiz nothing was ever approved.
  await expect(page.getByRole('heading', { name: 'Quiz (1)' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'What I saw last time' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Last approved' })).toHaveCount(0);
  await tab(page, 'Flashcards').click();
  await expect(page.getByRole('radio', { name: 'Nothing' })).toBeChecked();
  await page.getByRole('radio', { name: 'Last approved' }).check();
  await expect(unchanged).toBeVisible();
  await expect(settings).toHaveCount(0);
});

test(
  'a rejection is of the round that was shown, and what was typed for it is kept',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs }) => {
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
    await expect(page.getByText('Your decision wasn’t saved')).toBeVisible();
    await expect(reject).toHaveCount(0);
    await page.getByRole('button', { name: 'I’ve looked at it' }).click();
    await reject.click();
    await expect(dialog(page).getByLabel('Reason')).toHaveValue('It says nothing about ear plugs.');
    await dialog(page).getByLabel('Reason').fill('We have no machines that loud.');
    await dialog(page).getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('Rejected. Its trainers can')).toBeVisible();
  },
);

test(
  'a question whose right answer is another one says so, option by option',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs }) => {
    const trainer = await openAs(browser, server, 'trainer', 'Toni Trainer');
    const options = choice('How often is the forklift checked?', 'Every week', ['**Every** day', 'Every year'], '');
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
    await page.getByRole('button', { name: 'Request changes to the quiz' }).click();
    await dialog(page).getByLabel('What has to change').fill('It is checked every day.');
    await dialog(page).getByRole('button', { name: 'Request changes' }).click();
    await expect(dialog(page)).toBeHidden();
    const { quiz } = await trainer.api.modules.get.query({ id });
    const [first, second] = quiz.questions;
    if (first?.kind !== 'single_choice' || second?.kind !== 'short_text') throw new Error('The questions are others');
    const items = [
      { ...first, options: [...first.options.slice(0, 2), 'Every *long* year', 'Never'], correct: 1 },
      { ...second, accepted: ['The driver', 'The shift lead'] },
    ];
    await trainer.api.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: quiz.version, items });
    await trainer.api.reviews.resubmit.mutate({ module_id: id });
    await trainer.leave();
    await page.reload();
    await tab(page, 'Quiz').click();
    const rows = page.getByRole('list', { name: 'Quiz', exact: true });
    await expect(rows.getByRole('list', { name: 'Options' }).getByRole('listitem')).toHaveText([
      'Every weekNo longer correct',
      'Correct: Every dayNow correct',
      'Every year → Every long yearChanged',
      'NeverAdded',
    ]);
    // As learners see it, and only what has changed.
    await expect(rows.getByRole('list', { name: 'Options' }).locator('strong')).toHaveText(['Every']);
    await expect(rows.getByRole('list', { name: 'Options' }).locator('em ins')).toHaveText(['long']);
    await expect(rows.getByText('How often is the forklift checked?')).toHaveCount(1);
    await expect(rows.getByRole('list', { name: 'Accepted answers' }).locator('ins')).toHaveText(['The shift lead']);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  },
);
