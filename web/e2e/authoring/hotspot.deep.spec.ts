import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Question } from '@training/shared/courses/courses';
import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';
import { card, decisionOn, tab, writeModule } from '../review/review-parts.ts';
import { button, startFromLibrary } from '../training/training-parts.ts';

/** A panel with a stop in its middle, a key on its left and a lamp on its right. */
const PANEL = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="800" height="400" fill="#dfe5ec"/>
<circle cx="400" cy="200" r="90" fill="#d6322d"/><rect x="60" y="140" width="120" height="120" fill="#7b8794"/>
<circle cx="680" cy="200" r="50" fill="#f2c037"/></svg>`;

/** Presses the mouse at one place of a picture and lets it go at another; places are shares of its sides. */
async function drag(page: Page, picture: Locator, from: [number, number], to: [number, number]) {
  const box = (await picture.boundingBox())!;
  const at = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

// rules/learning 9, rules/media 4
test('areas of a picture are drawn by pointer and numbers, reviewed, and chosen by keyboard and in the picture', async ({
  page,
  signInAs,
  trainer,
  reviewer,
}) => {
  const title = 'The control panel';
  const question: Question = {
    id: randomUUID(),
    prompt: 'What stops the machine at once?',
    explanation: 'The red one.',
    kind: 'single_choice',
    options: ['Emergency stop', 'Key'],
    correct: 0,
  };
  const { id, address } = await writeModule(trainer, title, {
    cards: [card('What is red?', 'The stop.'), card('What is yellow?', 'The lamp.')],
    questions: [question],
  });
  await signInAs('trainer');
  await page.goto(address);
  const main = page.getByRole('main');
  await main.getByLabel('Kind of question 1').selectOption('Place in a picture');
  await expect(main.getByText('Add a picture beside the question first.')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Add a picture, sound or film to question 1').click();
  await (await chooser).setFiles({ name: 'panel.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(PANEL) });
  await main.getByRole('textbox', { name: 'Alternative text' }).fill('A control panel');
  const picture = main.getByRole('img', { name: 'A control panel' }).first();
  await expect
    .poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
  await picture.evaluate((img) => img.scrollIntoView({ block: 'center' }));

  // The first area is moved from the top left onto the stop, and made larger; the second one is placed by its numbers.
  await drag(page, picture, [0.08, 0.1], [0.43, 0.5]);
  const first = main.getByRole('group', { name: 'Area 1 of question 1' });
  await expect(first.getByLabel('Left %')).toHaveValue('40');
  await first.getByLabel('Shape').selectOption('Ellipse');
  const second = main.getByRole('group', { name: 'Area 2 of question 1' });
  for (const [side, value] of Object.entries({ Left: '5', Top: '30', Width: '20', Height: '40' })) {
    const field = second.getByLabel(`${side} %`);
    await field.clear();
    await expect(field).toHaveValue('');
    await field.pressSequentially(value);
    await expect(field).toHaveValue(value);
  }
  // What doesn't fit is fitted once it is typed.
  await second.getByLabel('Top %').fill('95');
  await second.getByLabel('Top %').press('Enter');
  await expect(second.getByLabel('Top %')).toHaveValue('60');
  await second.getByLabel('Top %').fill('30');
  await picture.evaluate((img) => img.scrollIntoView({ block: 'center' }));
  // The third one is drawn where nothing is.
  await drag(page, picture, [0.76, 0.32], [0.94, 0.68]);
  await main.getByRole('textbox', { name: 'Area 3 of question 1' }).fill('Lamp');
  await expect(main.getByText('Still missing')).toBeHidden();
  const stored = async () => (await trainer.api.modules.get.query({ id })).quiz.questions[0];
  await expect.poll(stored).toMatchObject({
    kind: 'hotspot',
    options: ['Emergency stop', 'Key', 'Lamp'],
    areas: [
      { shape: 'ellipse', x: 400, width: 200 },
      { shape: 'rectangle', x: 50, y: 300, width: 200, height: 400 },
      { shape: 'rectangle', x: 760, width: 180 },
    ],
    correct: [0],
    media: [{ at: 'prompt', kind: 'picture', alt: 'A control panel' }],
  });
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await trainer.api.reviews.submit.mutate({ module_id: id });
  await reviewer.page.goto(`/demo/reviews/${id}`);
  await tab(reviewer.page, 'Quiz').click();
  const reviewed = reviewer.page.getByRole('list', { name: 'Quiz' });
  await expect(reviewed.getByRole('img', { name: 'A control panel' })).toHaveCount(1);
  await expect(reviewed).toContainText('1. Emergency stop');
  await expectAccessible(reviewer.page);
  for (const section of ['flashcards', 'quiz'] as const)
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, section));

  await signInAs('learner');
  await startFromLibrary(page, title);
  await page.goto(`/demo/training/${id}?step=quiz`);
  await button(page, 'Start quiz').click();
  // From the top of the picture to its bottom: the key, the lamp, the stop.
  const radio = (name: string) => main.getByRole('radio', { name });
  await expect(main.getByRole('radio')).toHaveCount(3);
  await expect(main.getByText('Emergency stop')).toBeHidden();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await radio('Key').focus();
  await page.keyboard.press('Space');
  await expect(radio('Key')).toBeChecked();
  await button(page, 'Show the names of the places').press('Enter');
  await expect(main.getByText('Emergency stop')).toBeVisible();
  // In the picture itself, on the stop.
  const shown = main.getByRole('img', { name: 'A control panel' });
  const box = (await shown.boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height * 0.45);
  await expect(radio('Emergency stop')).toBeChecked();
  await expect(radio('Key')).not.toBeChecked();
  await button(page, 'Answer').press('Enter');
  await expect(main.getByText('Your answer: correct')).toBeVisible();
  await expectAccessible(page);
});
