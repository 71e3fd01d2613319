import { verifyPack } from '../../../server/src/features/evidence/pack/verify-pack.ts';
import { clientOf, openLink, openAs } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, screenshot } from '../fixtures.ts';
import { button, COLD, drag, heading, note, publish, startFromLibrary, test } from './training-parts.ts';

test.use({ viewport: PHONE, hasTouch: true });

// rules/learning 16
test('a spoken answer on a phone, from the first card to a certificate, an appeal and an auditor’s proof', async ({
  page,
  browser,
  context,
  server,
  signInAs,
  trainer,
  reviewer,
}) => {
  const { title } = COLD;
  const moduleId = await publish(trainer, reviewer, title);
  await context.grantPermissions(['microphone']);
  await signInAs('learner', 'Lena Phone');
  await expect(page).toHaveURL(/\/demo\/training$/);
  await expect(page.getByText('You’re up to date')).toBeVisible();
  await startFromLibrary(page, title);

  await button(page, 'Show answer').tap();
  await expect(page.getByText('five degrees')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expect(page.getByText(/^1 of \d+ done$/)).toBeVisible();
  await drag(page, page.getByText('How warm may the fridge be?'), [0.8, 0.5], [0.2, 0.5]);
  await expect(page.getByText('Card 2 of 2')).toBeVisible();
  // A tap that stops a scroll that is running out presses nothing.
  await button(page, 'Show answer').click();
  await expect(page.getByText('shift leader')).toBeVisible();
  await expect(page.getByText(/^2 of \d+ done$/)).toBeVisible();
  await button(page, 'Go to quiz').click();
  await button(page, 'Start quiz').click();

  await expect(heading(page, 'Question 1 of 3', 2)).toBeFocused();
  await page.getByRole('radio', { name: 'The lowest' }).check();
  await button(page, 'Answer').click();
  await expect(note(page, 'Correct')).toContainText('What drips from it');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Next question').click();
  await page.getByLabel('Your answer').fill(' FIVE ');
  await button(page, 'Answer').click();
  await expect(note(page, 'Correct')).toBeVisible();
  await button(page, 'Next question').click();

  await button(page, 'Record answer').click();
  await expect(page.getByRole('timer')).toContainText('0:02 of 1:30');
  const loudness = page.getByRole('meter', { name: 'Loudness' });
  await expect.poll(() => loudness.evaluate((meter: HTMLMeterElement) => meter.value)).toBeGreaterThan(0.05);
  await button(page, 'Stop').click();
  const recording = page.getByLabel('Your recording');
  await expect.poll(() => recording.evaluate((audio: HTMLAudioElement) => audio.readyState)).toBeGreaterThan(0);
  await expect(page.getByText('We can’t hear anything')).toBeHidden();
  await expectAccessible(page);
  await button(page, 'Send recording').click();
  const transcript = page.getByLabel('What we heard');
  await expect(transcript).toHaveValue(/^First I wash my hands/);
  // Confirming comes first, and going on second, until it is confirmed.
  await expect(page.getByText('Check the text, then confirm')).toBeVisible();
  await expect(button(page, 'See result')).toHaveAttribute('data-variant', 'subtle');
  await expect(button(page, 'See result')).not.toBeFocused();
  await button(page, 'See result').click();
  await expect(note(page, 'Your turn')).toContainText('Check what we heard in 1 answer');
  await expectAccessible(page);
  // Whoever leaves is led back to it, before anything else.
  await page.goto('/demo/training');
  const toCheck = page.getByRole('link', { name: `Check your answer: ${title}` });
  await expect(toCheck).toHaveAttribute('data-variant', 'filled');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await toCheck.press('Enter');
  await expect(transcript).toHaveValue(/^First I wash my hands/);
  await transcript.fill((await transcript.inputValue()).replace('my hands', 'both my hands'));
  await expectAccessible(page);
  await button(page, 'Save correction').click();
  await expect(button(page, 'See result')).toHaveAttribute('data-variant', 'filled');
  await expect(note(page, '67 % · Graded automatically')).toContainText('both my hands');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await button(page, 'See result').click();
  await expect(note(page, 'Passed')).toContainText('89 %');
  await expectAccessible(page);

  await button(page, 'Back to overview').click();
  const certificate = page.getByRole('link', { name: `Certificate of ${title}` });
  const opened = await page.request.get((await certificate.getAttribute('href')) ?? '');
  expect(opened.headers()['content-type']).toBe('application/pdf');
  await expectAccessible(page);

  // Practice is the learner's own: it is by keyboard, marks stay in the browser, and nothing is sent.
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await page.getByRole('link', { name: 'Practise missed cards' }).click();
  await expect(heading(page, 'Practice')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByText('1 card left')).toBeVisible();
  await expect(button(page, 'Show answer')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Clean hands, then the fridge.')).toBeVisible();
  await expect(button(page, 'I knew it')).toBeFocused();
  await page.keyboard.press('Enter');
  await button(page, 'Practise all cards').press('Enter');
  await button(page, 'Show answer').press('Enter');
  await expectAccessible(page);
  await button(page, 'Again').press('Enter');
  await expect(page.getByText('2 cards left')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 cards left')).toBeVisible();
  expect(sent.filter((url) => /learning\.(show|see|start|answer)/.test(url))).toEqual([]);
  await page.getByRole('link', { name: title }).click();

  await button(page, 'Your answers').click();
  await button(page, 'View question 3').click();
  await page.getByText('Is the grade wrong?').click();
  await page.getByLabel('What is wrong with it?').fill('Gloves are put on for me, by the machine.');
  await button(page, 'Appeal').click();
  await expect(note(page, 'Appeal sent')).toBeVisible();

  const other = await openAs(browser, server, 'trainer', 'Olga Other');
  await other.page.goto('/demo/grading?task=appeal');
  await expect(heading(other.page, `Lena Phone, ${title}`, 2)).toBeFocused();
  await expectAccessible(other.page);
  await other.page.keyboard.press('3');
  await expect(other.page.getByRole('checkbox', { name: /Puts gloves on/ })).toBeChecked();
  const told = other.page.getByLabel('Message to the learner');
  while (!(await told.evaluate((field) => field === document.activeElement))) await other.page.keyboard.press('Tab');
  await other.page.keyboard.type('The machine does that, and you know it.');
  await other.page.keyboard.press('Control+Enter');
  await expect(other.page.getByText('The appeal was decided.')).toBeVisible();
  await expect(heading(other.page, 'Nothing to grade', 2)).toBeVisible();
  await other.leave();

  await page.reload();
  await button(page, 'View question 3').click();
  await expect(note(page, '100 % · Decided on appeal by Olga Other')).toContainText('you know it');
  await expect(note(page, '67 % · Graded automatically')).toBeVisible();

  const auditor = await openAs(browser, server, 'auditor', 'Ada Auditor');
  await auditor.page.goto('/demo/audit');
  await button(auditor.page, 'Evidence pack').click();
  const dialog = auditor.page.getByRole('dialog', { name: 'Evidence pack' });
  await dialog.getByText('A module', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Module' }).fill(title);
  await auditor.page.getByRole('option', { name: title }).click();
  await expectAccessible(auditor.page);
  await expectNoSidewaysScroll(auditor.page);
  const downloading = auditor.page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const pack = await (await downloading).path();
  expect(await verifyPack(pack)).toMatchObject({ valid: true, completions: 1, problems: [] });
  await auditor.leave();

  const token = await server.createToken('analytics:read');
  const answered = await fetch(`${server.origin}/api/v1/analytics?module_id=${moduleId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await answered.json()).toMatchObject({ modules: [{ module_id: moduleId, completed: 1, pass_rate: 1 }] });
});

test(
  'what becomes of a spoken answer is told live: its grade, and what an appeal makes of it',
  { tag: '@deep' },
  async ({ page, browser, server, ai, signInAs, trainer, reviewer }) => {
    // Nothing is asked for from time to time, so that only what is told live tells.
    await page.addInitScript(() => Object.assign(globalThis, { setInterval: () => 0 }));
    const title = 'Keeping food fresh';
    const module_id = await publish(trainer, reviewer, title);
    await signInAs('learner', 'Liv Listener');
    const api = clientOf(page.context(), server.origin);
    const { enrollment_id } = await api.learning.start.mutate({ module_id });
    await api.learning.beginAttempt.mutate({ enrollment_id });
    await page.reload();
    await page.getByRole('link', { name: title, exact: true }).click();
    await button(page, 'Continue').click();
    await page.getByRole('radio', { name: 'The lowest' }).check();
    await button(page, 'Answer').click();
    await button(page, 'Next question').click();
    await page.getByLabel('Your answer').fill('five');
    await button(page, 'Answer').click();
    await button(page, 'Next question').click();
    await button(page, 'Type instead').click();
    await page.getByLabel('Your answer').fill('I wash my hands. I know nothing else that I have to do there.');
    const release = ai.hold();
    const watched = page.waitForResponse(/live\.follow/);
    await button(page, 'Answer').click();
    await expect(note(page, 'Grading your answer…')).toBeVisible();
    await watched;
    release();
    await expect(note(page, '33 % · Graded automatically')).toBeVisible();
    await expectAccessible(page);

    await page.getByText('Is the grade wrong?').click();
    await page.getByLabel('What is wrong with it?').fill('The machine does the rest.');
    await button(page, 'Appeal').click();
    await expect(note(page, 'Appeal sent')).toBeVisible();
    const other = await openAs(browser, server, 'trainer', 'Olga Other');
    const { items } = await other.api.grading.queue.query({ task: 'appeal' });
    const appealed = items.find(({ answer }) => answer.module.id === module_id);
    await other.api.grading.decideAppeal.mutate({
      answer_id: appealed?.answer.answer_id ?? '',
      verdict: { by: 'criteria', met: [true, true, true] },
      comment: 'The machine does that.',
    });
    await other.leave();
    await expect(note(page, '100 % · Decided on appeal by Olga Other')).toContainText('The machine does that.');
    await button(page, 'See result').click();
    await expect(note(page, 'Passed')).toContainText('100 %');
  },
);

test('a trainer grades an answer without seeing its grade, then sees both and overrides it', async ({
  page,
  browser,
  server,
  signInAs,
  trainer,
  reviewer,
}) => {
  const title = 'Checking grades';
  const module_id = await publish(trainer, reviewer, title);
  await signInAs('learner', 'Lou Learner');
  const { learning, grading } = clientOf(page.context(), server.origin);
  const { enrollment_id } = await learning.start.mutate({ module_id });
  const { id: attempt_id, asked } = await learning.beginAttempt.mutate({ enrollment_id });
  const question_id = asked.find(({ kind }) => kind === 'spoken')?.id ?? '';
  const text = 'I wash my hands. I know nothing else that I have to do there.';
  const { answer } = await grading.answerSpoken.mutate({ attempt_id, question_id, response: { by: 'text', text } });
  const { answer_id } = answer;
  await expect.poll(async () => (await grading.answer.query({ answer_id })).state).toBe('graded');
  await server.drawForCheck(answer_id);

  const other = await openAs(browser, server, 'trainer', 'Olga Other');
  await other.page.goto('/demo/grading');
  await expect(other.page.getByText('Grades of AI to check wait under Checks.')).toBeVisible();
  await other.page.getByText('Checks 1', { exact: true }).click();
  await expect(heading(other.page, title, 2)).toBeFocused();
  await expect(other.page.getByText('Lou Learner')).toBeHidden();
  await expect(other.page.getByText(text)).toBeVisible();
  await expectAccessible(other.page);
  await expectNoSidewaysScroll(other.page);
  await other.page.getByRole('checkbox', { name: /Puts gloves on/ }).check();
  await other.page.getByRole('checkbox', { name: /hands/ }).check();
  await button(other.page, 'Check').click();
  await expect(other.page.getByText('You gave 67 %, AI gave 33 %.')).toBeVisible();
  await expectAccessible(other.page);
  await other.page.getByLabel('Reason, for the learner').fill('You said both.');
  await button(other.page, 'Override the grade').click();
  await expect(heading(other.page, 'Nothing to check', 2)).toBeVisible();
  await other.leave();
  expect(await grading.answer.query({ answer_id })).toMatchObject({ score: 0.6667 });

  const auditor = await openAs(browser, server, 'auditor', 'Ana Auditor');
  await auditor.page.goto('/demo/settings/spoken-answers');
  const checks = auditor.page.getByRole('table', { name: 'Checks of AI’s grades' });
  await expect(checks.getByRole('row').nth(1)).toContainText('1');
  await expectAccessible(auditor.page);
  await auditor.leave();
});

test(
  'what people of the demo have to learn and have learnt, and what analytics says of them',
  { tag: '@deep' },
  async ({ page, browser, server }) => {
    await openLink(page, await server.invite('learner', 'Amara Diallo', 'demo', 'amara.diallo@harbour-field.example'));
    await page.goto('/demo/training');
    await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await screenshot(page, 'my-training');

    const auditor = await openAs(browser, server, 'auditor', 'Alba Auditor');
    await auditor.page.goto('/demo/analytics');
    await expect(auditor.page.getByRole('table', { name: 'modules' })).toBeVisible();
    await expectNoSidewaysScroll(auditor.page);
    await auditor.page.setViewportSize({ width: 1280, height: 1000 });
    await expectAccessible(auditor.page);
    await screenshot(auditor.page, 'analytics');
    await auditor.leave();
  },
);
