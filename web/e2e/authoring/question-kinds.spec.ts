import { randomUUID } from 'node:crypto';
import type { Question } from '@training/shared/courses/courses';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { decisionOn, submitModule, writeModule } from '../review/review-parts.ts';
import { button } from '../training/training-parts.ts';

const asked = (prompt: string) => ({ id: randomUUID(), prompt, explanation: '' });

test('numbers, orders and matches are written, and answered by keyboard', async ({ page, signInAs, trainer }) => {
  const questions: Question[] = [
    { ...asked('In which order?'), kind: 'ordering', options: ['Stop', 'Look', 'Leave'], topic: 'Safety' },
    {
      ...asked('What do they mean?'),
      kind: 'matching',
      options: ['Red', 'Blue'],
      matches: ['Forbidden', 'Mandatory', 'Exit'],
    },
    { ...asked('How heavy?'), kind: 'number', value: 1.5, units: ['t'] },
  ];
  const { id, address } = await writeModule(trainer, 'Signs and loads', { questions });
  await signInAs('trainer');
  await page.goto(address);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: 'Match 3 of question 2' }).fill('Way out');
  await main.getByLabel('Tolerance ±').fill('0.1');
  await main.getByLabel('Topic of question 2').fill('Signs');
  await main.getByLabel('Partial credit').press('Space');
  await expect
    .poll(async () => (await trainer.api.modules.get.query({ id })).quiz.questions)
    .toMatchObject([
      { topic: 'Safety' },
      { topic: 'Signs', matches: ['Forbidden', 'Mandatory', 'Way out'], partial_credit: true },
      { value: 1.5, tolerance: { by: 'amount', of: 0.1 } },
    ]);
  await expectAccessible(page);

  await page.goto(`${address}/preview`);
  await page.setViewportSize(PHONE);
  await main.getByText('Quiz', { exact: true }).click();
  // It is shown in reverse, as Leave, Look, Stop.
  await expect(main.getByRole('list', { name: 'Put in the right order' })).toContainText(/Leave.*Look.*Stop/s);
  await main.getByRole('button', { name: 'Move down: Leave' }).press('Enter');
  await expect(main.getByRole('button', { name: 'Move down: Leave' })).toBeFocused();
  await page.keyboard.press('Enter');
  await main.getByRole('button', { name: 'Move up: Stop' }).press('Enter');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Answer', exact: true }).press('Enter');
  await expect(main.getByText('Correct', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Next question' }).press('Enter');
  await main.getByLabel('Red').selectOption('Forbidden');
  await expect(main.getByRole('button', { name: 'Answer', exact: true })).toBeDisabled();
  await main.getByLabel('Blue').selectOption('Way out');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await main.getByRole('button', { name: 'Answer', exact: true }).press('Enter');
  await expect(main).toContainText(/Partly correct: 50\s%/);
  await expect(main).toContainText('Mandatory');
  await main.getByRole('button', { name: 'Next question' }).press('Enter');
  await main.getByLabel('Your answer: a number').fill('1.45 t');
  await page.keyboard.press('Enter');
  await expect(main.getByText('Correct', { exact: true })).toBeVisible();
});

// rules/learning 9
test(
  'two options to order can be answered as they are shown, as that may be right',
  { tag: '@deep' },
  async ({ page, signInAs, trainer, reviewer }) => {
    const title = 'What comes first';
    const questions: Question[] = [{ ...asked('Which first?'), kind: 'ordering', options: ['Ask', 'Act'] }];
    const { id } = await submitModule(trainer, title, { questions });
    for (const section of ['flashcards', 'quiz'] as const)
      await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, section));
    await signInAs('learner');
    await page.getByRole('link', { name: 'Library' }).click();
    await page.getByRole('link', { name: title, exact: true }).click();
    await button(page, 'Start').click();
    await button(page, 'Show answer').click();
    await button(page, 'Go to quiz').click();
    await button(page, 'Start quiz').click();
    const isRight = /Ask.*Act/s.test(await page.getByRole('list', { name: 'Put in the right order' }).innerText());
    await button(page, 'Answer').click();
    await expect(page.getByText(isRight ? 'Correct' : 'Incorrect', { exact: true })).toBeVisible();
  },
);
