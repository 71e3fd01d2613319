import { barButton, back, confirm, flashcards } from '../authoring/authoring-parts.ts';
import { BATTERIES } from '../authoring/battery-module.ts';
import { expect, openFromMenu } from '../fixtures.ts';
import { batteries, frame, test } from './film-parts.ts';
import { approval, decisionOn, dialog, submitModule, writeModule } from '../review/review-parts.ts';
import { button, COLD, heading, note, publish, startFromLibrary } from '../training/training-parts.ts';

/** The main flows, from the first page to the last: docs/screenshots/README.md shows their pictures in this order. */

test('somebody signs in and sees what waits for them', { tag: '@deep' }, async ({ page, server, trainer }) => {
  await submitModule(trainer, 'Signals of a crane', batteries());
  await page.goto(await server.invite('super_admin', 'Robin Example'));
  await expect(page.getByRole('button')).toHaveCount(1);
  await frame(page, '01-sign-in');
  await page.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'Hello, Robin Example' })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await frame(page, '01-start');
});

test('an administrator adds a person, who is invited', { tag: '@deep' }, async ({ page, signInAs, smtp }) => {
  await signInAs('super_admin');
  await page.goto('/demo/people');
  await page.getByRole('button', { name: 'New person' }).click();
  const adding = page.getByRole('dialog', { name: 'New person' });
  await adding.getByLabel('E-mail').fill('mira@mailbox.example');
  await adding.getByLabel('Full name').fill('Mira Lindqvist');
  await frame(page, '02-add-a-person');
  await adding.getByRole('button', { name: 'Add person' }).click();
  await expect.poll(() => smtp.to('mira@mailbox.example').length).toBe(1);
  await page.goto('/demo/people?q=Mira');
  await expect(page.getByRole('table', { name: 'People' })).toContainText('Mira Lindqvist');
});

test(
  'a trainer has cards made of a text, and puts them into a module',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('trainer');
    await page.goto('/demo/ai/source');
    await page.getByLabel('Title').fill('Cold store');
    await page.getByRole('textbox', { name: 'Text' }).fill(
      `# Working in the cold store

## Before you go in
The cold store is kept at minus twenty-two degrees Celsius. Wear the insulated jacket, the gloves and the safety boots.

## Inside
The emergency handle opens the door from the inside even when it is locked. The alarm button calls the shift leader.
`,
    );
    await button(page, 'Make cards').click();
    await expect(page.getByRole('list', { name: 'Flashcards' })).toBeVisible();
    await frame(page, '03-cards-by-ai');
    await button(page, 'Add to module…').click();
    await dialog(page).getByLabel('Course', { exact: true }).selectOption({ index: 1 });
    await dialog(page).getByRole('button', { name: /^Add/ }).click();
    await expect(heading(page, 'Cold store')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Front of card 1' })).not.toHaveValue('');
    await frame(page, '03-module');
  },
);

test('a trainer submits a module', { tag: '@deep' }, async ({ page, signInAs, trainer }) => {
  const { address } = await writeModule(trainer, 'Changing a battery', batteries());
  await signInAs('trainer');
  await page.goto(address);
  await barButton(page, 'Submit for review').click();
  await expect(dialog(page)).toBeVisible();
  await frame(page, '04-submit');
  await dialog(page).getByRole('button', { name: 'Submit for review' }).click();
  await expect(flashcards(page).getByText(/^Submitted .*in round 1/)).toBeVisible();
});

test('a reviewer approves and publishes by keyboard', { tag: '@deep' }, async ({ page, signInAs, trainer }) => {
  const { id } = await submitModule(trainer, BATTERIES.title, batteries());
  await signInAs('content_manager', 'Kim Boateng');
  await page.goto('/demo/reviews');
  await expect(page.getByRole('table')).toContainText(BATTERIES.title);
  await frame(page, '05-review-queue');
  await page.goto(`/demo/reviews/${id}`);
  await expect(approval(page)).toBeVisible();
  await page.keyboard.press('j');
  await frame(page, '05-review');
  for (const step of ['flashcards', 'quiz']) {
    if (step === 'quiz') await expect(page.getByRole('heading', { name: 'Quiz (1)' })).toBeFocused();
    await page.keyboard.press('a');
    if (step === 'flashcards') continue;
    await expect(dialog(page).getByRole('button', { name: /^Approve/ })).toBeFocused();
    await frame(page, '05-publish');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
  }
  await expect.poll(async () => (await trainer.api.modules.get.query({ id })).status).toBe('published');
});

test('a trainer answers a query and resubmits', { tag: '@deep' }, async ({ page, signInAs, trainer, reviewer }) => {
  const { id, address, cards } = await submitModule(trainer, 'Eye wash at the chargers', batteries());
  const decision = await decisionOn(reviewer, id, 'flashcards');
  await reviewer.api.reviews.query.mutate({ ...decision, comment: BATTERIES.comment, item_id: cards[0]?.id });
  await signInAs('trainer');
  await page.goto(address);
  await expect(flashcards(page)).toContainText(BATTERIES.comment);
  await frame(page, '06-query');
  await back(page, 1).fill('At least **three metres**.');
  await confirm(page, 'Resubmit');
  await expect(flashcards(page).getByText(/^Submitted .*in round 2/)).toBeVisible();
});

test('a document that was pushed becomes a module', { tag: '@deep' }, async ({ page, server, signInAs }) => {
  const pushed = await fetch(`${server.origin}/api/v1/intake`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await server.createToken('intake:create')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      title: 'Dock levellers',
      content: '# Dock levellers\n\nNobody stands on the leveller while it moves. Check the lip before each shift.',
      source_name: 'Wiki',
      source_url: 'https://wiki.example/dock',
    }),
  });
  expect(pushed.status).toBe(201);
  const { id } = await pushed.json();
  await signInAs('trainer');
  await page.goto('/demo/recommended');
  await expect(page.getByRole('list', { name: 'Suggestions' })).toContainText('Dock levellers');
  await frame(page, '07-suggestions');
  await page.goto(`/demo/recommended/${id}`);
  await page.getByRole('button', { name: /^Create a module/ }).click();
  await dialog(page).getByLabel('Course', { exact: true }).selectOption({ index: 1 });
  await frame(page, '07-accept');
  await dialog(page).getByRole('button', { name: 'Create module' }).click();
  await expect(page).toHaveURL(/courses/);
  await expect(heading(page, 'Dock levellers')).toBeVisible();
});

test('an administrator assigns a module', { tag: '@deep' }, async ({ page, signInAs, trainer, reviewer }) => {
  const title = 'Keeping the cold chain';
  await publish(trainer, reviewer, title, false);
  await signInAs('super_admin');
  await page.goto('/demo/assignments');
  await button(page, 'Assign').click();
  await dialog(page).getByRole('combobox', { name: 'Modules and courses' }).fill(title);
  await page.getByRole('option', { name: new RegExp(`^${title}`) }).click();
  await dialog(page).getByRole('combobox', { name: 'Departments, roles and people' }).fill('Warehouse');
  await page.getByRole('option', { name: 'Warehouse', exact: true }).click();
  await expect(dialog(page).getByRole('region', { name: 'What this does' })).toContainText(/\d/);
  await frame(page, '08-assign');
});

test(
  'a learner studies cards and answers a quiz on a phone',
  { tag: '@deep' },
  async ({ page, signInAs, trainer, reviewer }) => {
    await publish(trainer, reviewer, COLD.title, false);
    await signInAs('learner', 'Lena Phone');
    await startFromLibrary(page, COLD.title);
    await button(page, 'Show answer').click();
    await frame(page, '09-card');
    await expect(page.getByText(/^1 of \d+ done$/)).toBeVisible();
    await button(page, 'Next').click();
    await button(page, 'Show answer').click();
    await expect(page.getByText(/^2 of \d+ done$/)).toBeVisible();
    await button(page, 'Go to quiz').click();
    await button(page, 'Start quiz').click();
    await page.getByRole('radio', { name: 'The lowest' }).check();
    await button(page, 'Answer').click();
    await expect(note(page, 'Correct')).toBeVisible();
    await frame(page, '09-quiz');
  },
);

test('an administrator reads the analytics', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Analytics');
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await expect(page.getByRole('table').first()).toBeVisible();
  await frame(page, '10-analytics');
});

test('an administrator adds a key of a provider and a token', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await page.goto('/demo/settings');
  await page
    .getByRole('button', { name: /^Add key for/ })
    .first()
    .click();
  await expect(dialog(page).getByLabel('Provider')).toBeFocused();
  await frame(page, '11-provider-key');
  await page.keyboard.press('Escape');
  await button(page, 'New token').click();
  await dialog(page).getByLabel('Name').fill('HR system, nightly sync');
  await button(page, 'HR sync').click();
  await frame(page, '11-token');
  await button(page, 'Create token').click();
  await expect(page.getByRole('dialog', { name: /HR system, nightly sync/ })).toBeVisible();
});

test('a manager reminds who is behind, from analytics', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Analytics');
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  const selected = page.getByRole('group', { name: 'Selected trainings' });
  await expect(selected).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await frame(page, '12-remind', page.getByRole('radiogroup', { name: 'Which people' }));
});

test('several modules are assigned to several departments', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await page.goto('/demo/assignments');
  await button(page, 'Assign').click();
  for (let n = 1; n <= 3; n++) {
    await dialog(page).getByRole('combobox', { name: 'Modules and courses' }).click();
    await page.getByRole('option').first().click();
    await expect(dialog(page).getByRole('button', { name: /^Remove / })).toHaveCount(n);
    await page.keyboard.press('Tab');
  }
  for (const name of ['Customer Service', 'Transport', 'Warehouse']) {
    await dialog(page).getByRole('combobox', { name: 'Departments, roles and people' }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  }
  await expect(dialog(page).getByRole('region', { name: 'What this does' })).toContainText('9');
  await frame(page, '12-bulk-assign');
});

test('a command is found by typing what is wanted', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('create tok');
  await expect(page.getByRole('option').first()).toBeVisible();
  await frame(page, '12-palette');
});

test('an approval is undone before it is sent', { tag: '@deep' }, async ({ page, signInAs, trainer }) => {
  const { id } = await submitModule(trainer, BATTERIES.title, batteries());
  await signInAs('content_manager', 'Kim Boateng');
  await page.goto(`/demo/reviews/${id}`);
  await expect(approval(page)).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
  await frame(page, '12-undo');
});
