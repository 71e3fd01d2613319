import { randomUUID } from 'node:crypto';
import type { Question } from '@training/shared/courses';
import { type Answer, answersOf, compareAnswers, rightAnswerChange } from '../src/features/reviews/compare-answers.ts';
import { compareItems } from '../src/features/reviews/compare-items.ts';
import { settingChanges } from '../src/features/reviews/setting-changes.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts';
import { card, choice, dialog, openAs, saveCards, submitModule } from './review-parts.ts';

/** Items as "id:text", compared; each as "id change", with `*` where it also moved. */
function compare(before: string, after: string): string[] {
  const rows = compareItems(itemsOf(before), itemsOf(after), (one, other) => one.text === other.text);
  return rows.map(({ id, change, isMoved }) => `${id} ${change}${isMoved ? '*' : ''}`);
}

function itemsOf(line: string) {
  return line
    .split(' ')
    .filter(Boolean)
    .map((item) => {
      const [id = '', text = ''] = item.split(':');
      return { id, text };
    });
}

test('only what was taken out of its order counts as moved', () => {
  expect(compare('a b c d', 'd a b c')).toEqual(['d moved*', 'a unchanged', 'b unchanged', 'c unchanged']);
  expect(compare('a b c d', 'b c d a')).toEqual(['b unchanged', 'c unchanged', 'd unchanged', 'a moved*']);
  expect(compare('a b c', 'x a y b z c').filter((row) => row.endsWith('*'))).toEqual([]);
});

test('what was removed stands where it was, and what is new where it is', () => {
  expect(compare('a b c', 'a c d')).toEqual(['a unchanged', 'b removed', 'c unchanged', 'd added']);
  expect(compare('a b c', 'c')).toEqual(['a removed', 'b removed', 'c unchanged']);
  expect(compare('', 'a')).toEqual(['a added']);
  expect(compare('a b', '')).toEqual(['a removed', 'b removed']);
});

test('what was changed and moved is both', () => {
  expect(compare('a:one b c', 'b c a:two')).toEqual(['b unchanged', 'c unchanged', 'a changed*']);
});

test('a setting that reads the same has not changed, and one that differs reads differently', () => {
  const before = { title: 'Spills', validity_days: null, pass_score: 0.8 };
  expect(settingChanges(before, { ...before })).toEqual([]);
  expect(settingChanges(before, { title: 'Spill', validity_days: 1, pass_score: 0.8001 })).toEqual([
    { label: 'Title', before: 'Spills', now: 'Spill' },
    { label: 'Passed with', before: '80 %', now: '80.01 %' },
    { label: 'Valid for', before: 'no limit', now: '1 day' },
  ]);
});

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
  await page.route(/modules\.watch/, (route) => route.abort());
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

const asked = { id: 'q', prompt: 'Which?', explanation: '' };
const oneOf = (options: string[], correct: number): Question => ({ ...asked, kind: 'single_choice', options, correct });
const someOf = (options: string[], correct: number[]): Question => ({
  ...asked,
  kind: 'multiple_choice',
  options,
  correct,
});
const accepting = (...accepted: string[]): Question => ({ ...asked, kind: 'short_text', accepted });
const mentioning = (...rubric: string[]): Question => ({ ...asked, kind: 'spoken', rubric });

/** Each answer as "before>after change", its text the once where it is the same, `✓` where it is right. */
function answers(before: Question, after: Question): string[] {
  const written = (answer: Answer | undefined) => answer && `${answer.text}${answer.isRight ? '✓' : ''}`;
  return compareAnswers(answersOf(before).answers, answersOf(after).answers).map((row) => {
    const [was, is] = [written(row.before), written(row.after)];
    return `${was === is || is === undefined || was === undefined ? (was ?? is) : `${was}>${is}`} ${row.change}`;
  });
}

test('answers are compared one by one, and another right answer is told in words', () => {
  const [before, after] = [oneOf(['a', 'b'], 0), oneOf(['a', 'b', 'c'], 1)];
  expect(answers(before, after)).toEqual(['a✓>a changed', 'b>b✓ changed', 'c added']);
  expect(rightAnswerChange(before, after)).toBe('Right answer was: “a”, is: “b”.');
  expect(answers(before, oneOf(['b', 'a'], 1))).toEqual(['b moved', 'a✓ unchanged']);
  expect(rightAnswerChange(before, oneOf(['b', 'a'], 1))).toBeNull();
  expect(answers(before, oneOf(['a, always', 'b'], 0))).toEqual(['a✓>a, always✓ changed', 'b unchanged']);
  const several = someOf(['a', 'b', 'c'], [1, 2]);
  expect(answers(before, several)).toEqual(['a✓>a changed', 'b>b✓ changed', 'c✓ added']);
  expect(rightAnswerChange(before, several)).toBe('Right answers were: “a”; are: “b” and “c”.');
  expect(rightAnswerChange(several, someOf(['c', 'b', 'a'], [0, 1]))).toBeNull();
  expect(answers(accepting('a', 'b', 'b'), accepting('b', 'd'))).toEqual([
    'a removed',
    'b unchanged',
    'b removed',
    'd added',
  ]);
  expect(answers(mentioning('a', 'b'), mentioning('a', 'b', 'c'))).toEqual(['a unchanged', 'b unchanged', 'c added']);
  expect(rightAnswerChange(before, mentioning('a'))).toBeNull();
});

test('a question whose right answer is another one says so, option by option', async ({
  page,
  browser,
  server,
  signInAs,
}) => {
  const trainer = await openAs(browser, server, 'trainer', 'Toni Trainer');
  const options = choice('How often is the forklift checked?', 'Every week', ['Every day', 'Every year'], '');
  const words = { ...accepting('The driver', 'Its driver'), id: randomUUID(), prompt: 'Who checks it?' };
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
