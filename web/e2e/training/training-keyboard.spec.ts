import type { Page } from '@playwright/test';
import { openLink, openAs } from '../colleagues.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { button, heading, note, publish, startFromLibrary, test } from './training-parts.ts';

test(
  'by keyboard, with a server that is away, on a second device, and without a microphone',
  { tag: '@deep' },
  async ({ page, browser, server, trainer, reviewer }) => {
    const title = 'Keeping food warm';
    await publish(trainer, reviewer, title);
    const [name, email] = ['Kai Keys', 'kai@browser-tests.example'];
    await openLink(page, await server.invite('learner', name, 'demo', email));
    await page.goto('/demo');
    await startFromLibrary(page, title);
    await expect(button(page, 'Show answer')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('five degrees')).toBeVisible();
    await expect(page.getByText(/^1 of \d+ done$/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Card 2 of 2')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(page.getByText('shift leader')).toBeVisible();
    await expect(page.getByText(/^2 of \d+ done$/)).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(heading(page, title)).toBeFocused();
    await button(page, 'Start quiz').press('Enter');

    // What is answered while the server is away stays in the browser, past a reload.
    await expect(heading(page, 'Question 1 of 3', 2)).toBeFocused();
    await page.route(/learning\.answer/, (route) => route.abort());
    await page.getByRole('radio', { name: 'The lowest' }).press('Space');
    await page.keyboard.press('Enter');
    await expect(note(page, 'Not sent yet')).toBeVisible();
    await expectAccessible(page);
    await page.reload();
    await expect(note(page, 'Not sent yet')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'The lowest' })).toBeChecked();
    await page.unrouteAll();
    await expect(note(page, 'Correct')).toBeVisible();
    await expect(page.getByText('Your answer: correct')).toBeVisible();
    await expect(button(page, 'Next question')).toBeFocused();

    const second = await openAs(browser, server, 'learner', name, email);
    await blockMicrophone(second.page);
    await second.page.goto('/demo');
    await second.page.getByRole('link', { name: title, exact: true }).click();
    await button(second.page, 'Continue').press('Enter');
    await expect(heading(second.page, 'Question 2 of 3', 2)).toBeFocused();
    await second.page.getByLabel('Your answer').fill('Six');
    await second.page.keyboard.press('Enter');
    // It can be attempted again: what would have been right is not told yet.
    await expect(note(second.page, 'Incorrect')).not.toContainText('Accepted');
    await second.page.keyboard.press('Enter');

    await button(second.page, 'Record answer').press('Enter');
    await expect(second.page.getByRole('alert')).toContainText('The microphone is blocked.');
    // A browser has no switch that takes its only microphone away.
    await second.page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'));
    });
    await button(second.page, 'Record answer').press('Enter');
    await expect(second.page.getByRole('alert')).toContainText('No microphone was found. Connect one');
    // What is allowed only once its reader types instead records nobody.
    await askForMicrophone(second.page);
    await button(second.page, 'Record answer').press('Enter');
    await button(second.page, 'Type instead').press('Enter');
    expect(await allowMicrophone(second.page)).toEqual(['ended']);
    await second.page.getByLabel('Your answer').fill('I wash my hands. I know nothing else that I have to do there.');
    await button(second.page, 'Answer').press('Enter');
    await expect(note(second.page, '33 % · Graded automatically')).toBeVisible();
    await button(second.page, 'See result').press('Enter');
    await expect(note(second.page, 'Not passed this time')).toContainText(/You scored 44 % on .*The pass mark is 80 %/);
    await expect(button(second.page, 'Try again')).toBeVisible();
    await second.leave();

    // The first device is shown what the second one did.
    await page.reload();
    await expect(note(page, 'Not passed this time')).toBeVisible();
  },
);

/** As if its reader had refused: a test's browser has no question that one could refuse. */
async function blockMicrophone(page: Page): Promise<void> {
  await page.route('**/demo', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'permissions-policy': 'microphone=()' } });
  });
}

/** As a browser that asks its reader, who takes their time. */
async function askForMicrophone(page: Page): Promise<void> {
  await page.evaluate(() => {
    const asked = Promise.withResolvers<MediaStream>();
    Object.assign(window, { asked });
    navigator.mediaDevices.getUserMedia = () => asked.promise;
  });
}

/** Allows it now; answers what state the microphone's tracks are in a moment later. */
async function allowMicrophone(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { asked } = window as unknown as { asked: PromiseWithResolvers<MediaStream> };
    const tone = new AudioContext().createMediaStreamDestination().stream;
    asked.resolve(tone);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return tone.getTracks().map(({ readyState }) => readyState);
  });
}
