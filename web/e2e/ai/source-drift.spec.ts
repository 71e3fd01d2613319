import { z } from 'zod';
import type { Person } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { card, decisionOn, dialog, question } from '../review/review-parts.ts';
import type { TestServer } from '../server.ts';

const CHARGE = 'Charge the battery only where the air is changed.';
const GOGGLES = 'Wear goggles and rubber gloves whenever you add water to a cell.';
const FLAMES = 'Keep open flames at least two metres away from the charger.';
const MANUAL = `Batteries of forklifts\n\n${CHARGE}\n\n${GOGGLES}\n\n${FLAMES}\n\nCall 4711 after a spill.\n`;
const CHANGED = MANUAL.replace(FLAMES, FLAMES.replace('two', 'five')).replace(
  GOGGLES,
  'Wear visors and rubber gloves whenever you add distilled water to a cell.',
);

interface People {
  trainer: Person;
  reviewer: Person;
  server: TestServer;
}

/** Pushes the document's text as another system does. */
async function suggest(server: TestServer, title: string): Promise<string> {
  const response = await fetch(`${server.origin}/api/v1/intake`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await server.createToken('intake:create')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title, content: `${MANUAL}\n${title}`, source_name: 'Google Drive' }),
  });
  expect(response.status).toBe(201);
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

/** A published module that was made of a document of a drive, and the document. */
async function publishedFromDrive({ trainer, reviewer, server }: People, title: string) {
  const suggestionId = await suggest(server, title);
  const file = await server.takeFromDrive(suggestionId, `${title}.docx`);
  const { id: course_id } = await trainer.api.courses.create.mutate({ title: `About ${title}`, emoji: '🔋' });
  const { module_id } = await trainer.api.suggestions.accept.mutate({ id: suggestionId, course_id, generate: false });
  const from = (quote: string) => ({ quote, name: `${title}.docx`, url: null, suggestion_id: suggestionId });
  await trainer.api.modules.saveSection.mutate({
    module_id,
    section: 'flashcards',
    version: 1,
    items: [
      { ...card('Where is a battery charged?', 'Where the air is changed.'), source: from(CHARGE) },
      { ...card('What do you wear when you add water?', 'Goggles and rubber gloves.'), source: from(GOGGLES) },
    ],
  });
  await trainer.api.modules.saveSection.mutate({
    module_id,
    section: 'quiz',
    version: 1,
    items: [{ ...question('Is two metres far enough for an open flame?'), source: from(FLAMES) }],
  });
  await trainer.api.reviews.submit.mutate({ module_id });
  for (const section of ['flashcards', 'quiz'] as const) {
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, module_id, section));
  }
  const address = `/demo/courses/${course_id}/${module_id}`;
  const change = (text: string | null) => server.changeDocument(file, text === null ? null : `${text}\n${title}`);
  return { id: module_id, course: `/demo/courses/${course_id}`, address, change };
}

test(
  'a trainer sees a source change live, compares old and new by keyboard, confirms one passage and revises the other',
  { tag: '@deep' },
  async ({ page, signInAs, server, trainer, reviewer }) => {
    const module = await publishedFromDrive({ trainer, reviewer, server }, 'Traction batteries');
    await signInAs('trainer');
    await page.goto(module.address);
    await expect(page.getByRole('heading', { name: 'Traction batteries', level: 1 })).toBeVisible();
    const notice = page.getByRole('status').filter({ hasText: 'The source has changed' });
    await expect(notice).toHaveCount(0);
    await module.change(CHANGED);
    await expect(notice).toContainText('1 card and 1 question of the published version quote passages');
    await expectAccessible(page);

    await notice.getByRole('link', { name: 'Compare old and new' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'The source has changed', level: 1 })).toBeVisible();
    const one = page.getByRole('region', { name: 'Card 2' });
    await expect(one.locator('del')).toHaveText(['goggles']);
    await expect(one.locator('ins')).toHaveText(['visors', 'distilled ']);
    const flame = page.getByRole('region', { name: 'Question 1' });
    await expect(flame.locator('del')).toHaveText(['two']);
    await expect(flame.locator('ins')).toHaveText(['five']);
    await expect(flame).toContainText('Call 4711 after a spill.');
    await expectAccessible(page);

    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    const [old, now] = [
      flame.getByRole('heading', { name: 'When it was quoted' }),
      flame.getByRole('heading', { name: 'Now' }),
    ];
    const [above, below] = [await old.boundingBox(), await now.boundingBox()];
    expect(below!.x).toBe(above!.x);
    expect(below!.y).toBeGreaterThan(above!.y + 40);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.getByRole('button', { name: 'Question 1 is still right' }).press('Enter');
    await expect(dialog(page)).toContainText('Is question 1 still right?');
    await dialog(page).getByRole('button', { name: 'Confirm' }).press('Enter');
    await expect(flame).toHaveCount(0);
    await expect(page.getByText('Confirmed as still right.')).toBeVisible();

    await one.getByRole('link', { name: 'Open the card 2' }).press('Enter');
    await expect(page.locator('li:focus')).toContainText('What do you wear when you add water?');
    await page.goto(module.course);
    const mark = page.getByRole('link', { name: 'Source changed: Traction batteries' });
    await expect(mark).toBeVisible();
    await expectAccessible(page);
    await mark.click();
    await page.getByRole('button', { name: 'Revise' }).click();
    await dialog(page).getByRole('button', { name: 'Revise' }).click();
    await expect(page.getByRole('button', { name: 'Submit for review' })).toBeVisible();
    await expect(notice).toContainText('1 card of the published version quotes a passage that is no longer');

    await module.change(MANUAL);
    await expect(notice).toHaveCount(0);
  },
);

test(
  'a document in the bin marks all that came from it, which is confirmed as a whole, and a reviewer only reads',
  { tag: '@deep' },
  async ({ page, signInAs, server, trainer, reviewer }) => {
    const module = await publishedFromDrive({ trainer, reviewer, server }, 'Lead acid');
    await module.change(null);
    await reviewer.page.goto(`${module.address}/source`);
    await expect(reviewer.page.getByText('The document is in the drive’s bin.')).toHaveCount(3);
    await expect(reviewer.page.getByRole('button', { name: /still right/ })).toHaveCount(0);
    await signInAs('trainer');
    await page.goto(`${module.address}/source`);
    await page.getByRole('button', { name: 'All of these are still right' }).click();
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing left to compare' })).toBeVisible();
    await expectAccessible(page);
  },
);
