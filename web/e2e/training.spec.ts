import type { Locator, Page } from '@playwright/test';
import { verifyPack } from '../../server/src/features/evidence/pack/verify-pack.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openLink, screenshot } from './fixtures.ts';
import { openAs } from './review-parts.ts';
import { button, COLD, heading, note, publish, startFromLibrary, test } from './training-parts.ts';

test.use({ viewport: PHONE, hasTouch: true });

/** A finger over the middle of something, from right to left. */
async function swipeLeft(page: Page, over: Locator) {
  const box = await over.boundingBox();
  expect(box).not.toBeNull();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  const client = await page.context().newCDPSession(page);
  const at = (share: number) => [{ x: x + width * share, y: y + height / 2 }];
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.8) });
  for (const share of [0.6, 0.4, 0.2]) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

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
  await expect(page.getByText('You are up to date')).toBeVisible();
  await startFromLibrary(page, title);

  await button(page, 'Show the back').tap();
  await expect(page.getByText('five degrees')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await swipeLeft(page, page.getByText('How warm may the fridge be?'));
  await expect(page.getByText('Card 2 of 2')).toBeVisible();
  // A tap that stops a scroll that is running out presses nothing.
  await button(page, 'Show the back').click();
  await expect(page.getByText('shift leader')).toBeVisible();
  await button(page, 'To the quiz').click();
  await button(page, 'Begin the quiz').click();

  await expect(heading(page, 'Question 1 of 3', 2)).toBeFocused();
  await page.getByRole('radio', { name: 'The lowest' }).check();
  await button(page, 'Answer').click();
  await expect(note(page, 'Right')).toContainText('What drips from it');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Next question').click();
  await page.getByLabel('Your answer').fill(' FIVE ');
  await button(page, 'Answer').click();
  await expect(note(page, 'Right')).toBeVisible();
  await button(page, 'Next question').click();

  await button(page, 'Record the answer').click();
  await expect(page.getByRole('timer')).toContainText('0:02 of 1:30');
  const loudness = page.getByRole('meter', { name: 'Loudness' });
  await expect.poll(() => loudness.evaluate((meter: HTMLMeterElement) => meter.value)).toBeGreaterThan(0.05);
  await button(page, 'Stop').click();
  const recording = page.getByLabel('Your recording');
  await expect.poll(() => recording.evaluate((audio: HTMLAudioElement) => audio.readyState)).toBeGreaterThan(0);
  await expect(page.getByText('Nothing can be heard on it')).toBeHidden();
  await expectAccessible(page);
  await button(page, 'Send the recording').click();
  const transcript = page.getByLabel('This is what was heard');
  await expect(transcript).toHaveValue(/^First I wash my hands/);
  await transcript.fill((await transcript.inputValue()).replace('my hands', 'both my hands'));
  await expectAccessible(page);
  await button(page, 'Save the correction').click();
  await expect(note(page, '67 % · Graded automatically')).toContainText('both my hands');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await button(page, 'Result').click();
  await expect(note(page, 'Passed')).toContainText('89 %');
  await expectAccessible(page);

  await button(page, 'Back to the overview').click();
  const certificate = page.getByRole('link', { name: `Certificate of ${title}` });
  const opened = await page.request.get((await certificate.getAttribute('href')) ?? '');
  expect(opened.headers()['content-type']).toBe('application/pdf');
  await expectAccessible(page);
  await button(page, 'Your answers').click();
  await button(page, 'Look at question 3').click();
  await page.getByText('Is the grade wrong?').click();
  await page.getByLabel('What is wrong with it?').fill('Gloves are put on for me, by the machine.');
  await button(page, 'Appeal').click();
  await expect(note(page, 'You have appealed')).toBeVisible();

  const other = await openAs(browser, server, 'trainer', 'Olga Other');
  await other.page.goto('/demo/grading?task=appeal');
  await expect(heading(other.page, `Lena Phone, ${title}`, 2)).toBeFocused();
  await expectAccessible(other.page);
  await other.page.keyboard.press('3');
  await expect(other.page.getByRole('checkbox', { name: /Puts gloves on/ })).toBeChecked();
  const told = other.page.getByLabel('What you tell the learner');
  while (!(await told.evaluate((field) => field === document.activeElement))) await other.page.keyboard.press('Tab');
  await other.page.keyboard.type('The machine does that, and you know it.');
  await other.page.keyboard.press('Control+Enter');
  await expect(other.page.getByText('The appeal is decided.')).toBeVisible();
  await expect(heading(other.page, 'Nothing waits', 2)).toBeVisible();
  await other.leave();

  await page.reload();
  await button(page, 'Look at question 3').click();
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

test('what people of the demo have to learn and have learnt, and what analytics says of them', async ({
  page,
  browser,
  server,
}) => {
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
});
