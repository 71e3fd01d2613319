import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Question } from '@training/shared/courses/courses';
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';
import { card, choice, decisionOn, writeModule } from '../review/review-parts.ts';
import { png } from './png.ts';
import { answerShown, inFrame, lmsWith, turnCards } from './scorm-parts.ts';

const asked = (prompt: string) => ({ id: randomUUID(), prompt, explanation: 'As it is here.' });

const questions: Question[] = [
  choice('Where to?', 'Out', ['In'], 'Out is out.'),
  {
    ...asked('Which two?'),
    kind: 'multiple_choice',
    options: ['Helmet', 'Gloves', 'Sandals'],
    correct: [0, 1],
    partial_credit: true,
  },
  { ...asked('Who drives?'), kind: 'short_text', accepted: ['the operator'], allow_typo: true },
  { ...asked('How heavy?'), kind: 'number', value: 1.5, tolerance: { by: 'amount', of: 0.1 }, units: ['t'] },
  { ...asked('In which order?'), kind: 'ordering', options: ['Stop', 'Look', 'Leave'] },
  {
    ...asked('What do they mean?'),
    kind: 'matching',
    options: ['Red', 'Blue'],
    matches: ['Forbidden', 'Mandatory', 'Exit'],
  },
  {
    ...asked('Where is the arrow?'),
    kind: 'hotspot',
    options: ['Above', 'Below'],
    areas: [100, 600].map((y) => ({ shape: 'rectangle' as const, x: 100, y, width: 800, height: 300 })),
    correct: [0],
  },
  { ...asked('Explain the brakes'), kind: 'spoken', rubric: ['Pedal'] },
];

// rules/courses-and-modules 21
test('a package plays in another system: it fails, resumes, passes, and reports score and answers', async ({
  page,
  server,
  signInAs,
  trainer,
  reviewer,
}) => {
  const piece = await trainer.api.media.upload.mutate(new Blob([new Uint8Array(png(64, 36))]));
  const { digest } = await trainer.api.media.add.mutate({ pieces: [piece.id] });
  const { id, course_id } = await writeModule(trainer, 'Driving', {
    cards: [
      { ...card('Which way?', 'Out.'), media: [{ at: 'front', kind: 'picture', digest, alt: 'A green arrow' }] },
      card('How fast?', 'Slowly.'),
    ],
    questions: questions.map((each) =>
      each.kind === 'hotspot'
        ? { ...each, media: [{ at: 'prompt', kind: 'picture', digest, alt: 'Two halves' }] }
        : each,
    ),
  });
  await trainer.api.reviews.submit.mutate({ module_id: id });
  for (const section of ['flashcards', 'quiz'] as const) {
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, section));
  }
  await signInAs('trainer');
  await page.goto(`/demo/courses/${course_id}`);
  await page.getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: /^As SCORM/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Download as SCORM' });
  await expect(dialog.getByText('Driving: 2 cards · 7 questions')).toBeVisible();
  await expect(dialog.getByRole('list', { name: /^Left out/ })).toContainText('Explain the brakes');
  await expect(dialog).toContainText('The correct answers are in the package.');
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const zip = readFileSync(await (await downloading).path());

  const lms = await lmsWith(page, server.origin, zip);
  const { frame } = lms;
  await lms.visit();
  const picture = frame.getByRole('img', { name: 'A green arrow' });
  await expect.poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(64);
  await turnCards(frame, 2);
  await inFrame(frame, 'Start quiz').click();
  const wrong = new Set(['Who drives?', 'How heavy?']);
  const isRight = (prompt: string) => !wrong.has(prompt);
  const before: string[] = [];
  for (let n = 0; n < 3; n++) {
    before.push(await answerShown(frame, isRight));
    await inFrame(frame, 'Next question').click();
  }
  await lms.visit();
  expect((await lms.stored()).core).toMatchObject({
    lesson_status: 'incomplete',
    lesson_location: 'quiz',
    exit: 'suspend',
  });
  await expect(frame.getByRole('heading', { name: 'Question 4 of 7' })).toBeVisible();
  for (let n = 3; n < 7; n++) {
    const prompt = await answerShown(frame, isRight);
    expect(before).not.toContain(prompt);
    await inFrame(frame, n < 6 ? 'Next question' : 'See result').click();
  }
  await expect(frame.getByText('Not passed this time')).toBeVisible();
  await lms.visit();
  expect((await lms.stored()).core).toMatchObject({
    lesson_status: 'failed',
    score: { raw: '71.43', min: '0', max: '100' },
  });
  await inFrame(frame, 'Try again').click();
  for (let n = 0; n < 7; n++) {
    await answerShown(frame, () => true);
    await inFrame(frame, n < 6 ? 'Next question' : 'See result').click();
  }
  await expect(frame.getByText('Your result is recorded. You can close this page.')).toBeVisible();
  await lms.visit();
  await expect(frame.getByText('Passed', { exact: true })).toBeVisible();
  const { core, interactions, suspend_data } = await lms.stored();
  expect(core).toMatchObject({ lesson_status: 'passed', score: { raw: '100' } });
  expect(core.total_time).toMatch(/^\d+:\d\d:\d\d/);
  expect(core.total_time).toMatch(/[1-9]/);
  expect(suspend_data.length).toBeLessThan(4_096);
  const answers = Object.values(interactions).filter((each) => typeof each === 'object' && 'student_response' in each);
  const of = (prompt: string) => {
    const known = questions.find((question) => question.prompt === prompt)!.id.replaceAll('-', '');
    return answers.filter((answer) => answer['id'] === known);
  };
  expect(of('Who drives?')).toMatchObject([
    { type: 'fill-in', student_response: 'Nobody', result: 'wrong' },
    { type: 'fill-in', student_response: 'The OPERATER', result: 'correct' },
  ]);
  expect(of('In which order?').at(-1)).toMatchObject({
    type: 'sequencing',
    student_response: 'a,b,c',
    result: 'correct',
  });
  expect(of('What do they mean?').at(-1)).toMatchObject({ type: 'matching', student_response: '1.a,2.b' });
  expect(of('Which two?').at(-1)).toMatchObject({ type: 'choice', student_response: 'a,b', result: 'correct' });
  expect(lms.missing).toEqual([]);

  await lms.visitWithout();
  await expect(frame.getByText('No learning system found')).toBeVisible();
  await inFrame(frame, 'Show answer').click();
  await page.goto(`${server.origin}/lms/package/index.html`);
  await expect(page.getByText('No learning system found')).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
