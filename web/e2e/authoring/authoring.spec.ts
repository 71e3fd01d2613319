import { clientOf } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, screenshot, test } from '../fixtures.ts';
import { card, decisionOn, dialog, writeModule } from '../review/review-parts.ts';
import { BATTERIES } from './battery-module.ts';
import { back, barButton, confirm, flashcards, front, press, saved, type } from './authoring-parts.ts';

test('a module is written, from nothing to review', async ({ page, server, signInAs }) => {
  await signInAs('trainer');
  const { courses, modules } = clientOf(page.context(), server.origin);
  const { id: course_id } = await courses.create.mutate({ title: 'Working at height', emoji: '🦺' });
  const { id } = await modules.create.mutate({ course_id, title: 'Ladders' });
  await page.goto(`/demo/courses/${course_id}/${id}`);
  const submit = barButton(page, 'Submit for review');
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expect(submit).toHaveAccessibleDescription(/2 things are missing/);

  await press(page.getByRole('button', { name: 'Add a card' }));
  await expect(front(page, 1)).toBeFocused();
  await page.keyboard.type('How many points of contact?');
  await page.keyboard.press('Tab');
  await expect(back(page, 1)).toBeFocused();
  await page.keyboard.type('**Three**, always.');
  await saved(page);
  await press(page.getByRole('button', { name: 'Preview card 1' }));
  await expect(flashcards(page).locator('strong')).toHaveText('Three');

  await press(page.getByRole('button', { name: 'Add a question: One correct answer' }));
  await expect(page.getByRole('textbox', { name: 'Text of question 1' })).toBeFocused();
  await page.keyboard.type('Which ladder do you take?');
  await type(page, page.getByRole('textbox', { name: 'Option 1 of question 1' }), 'Any');
  await type(page, page.getByRole('textbox', { name: 'Option 2 of question 1' }), 'One with a label');
  const way = page.getByRole('button', { name: 'Question 1: Mark the correct answer' });
  await expect(page.getByText('Still missing: Mark the correct answer')).toBeVisible();
  await press(way);
  await expect(page.getByRole('textbox', { name: 'Text of question 1' })).toBeFocused();
  await page.getByRole('radio', { name: 'Option 2 of question 1 is correct' }).press('Space');
  await expect(way).toBeHidden();
  await expectAccessible(page);

  // At once, before it is saved by itself: submitting saves first.
  await press(submit);
  await expect(dialog(page)).toContainText('You can’t edit the module during review');
  await press(dialog(page).getByRole('button', { name: 'Submit for review' }));
  await expect(flashcards(page)).toContainText('Submitted by Robin Example just now, in round 1');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('region', { name: /^Quiz/ })).toContainText('Correct: One with a label');
  await expect(submit).toHaveAccessibleDescription(
    'The module is in review. Wait for the decision, or withdraw it to change it.',
  );
  await expect(dialog(page)).toBeHidden();
  // That it is locked is said once; the sections say by whom and since when.
  await expect(
    page.getByRole('main').getByText(/Waiting for review|No one can change it|Locked|it opens when/),
  ).toHaveText([/^Waiting for review, round 1\. No one can change it until a reviewer decides or you withdraw it\./]);
  for (const said of await page.getByText('wait for the decision').all()) await expect(said).toHaveCSS('width', '1px');
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await confirm(page, 'Withdraw');
  await expect(front(page, 1)).toHaveValue('How many points of contact?');
  await expectNoSidewaysScroll(page);
});

test('a queried section opens by itself, is answered and resubmitted; once published, the module is revised', async ({
  page,
  signInAs,
  trainer,
  reviewer,
}) => {
  const { id, address, cards } = await writeModule(trainer, BATTERIES.title, BATTERIES);
  await trainer.api.reviews.submit.mutate({ module_id: id });
  await signInAs('trainer');
  await page.goto(address);
  await expect(page.getByText(/^Waiting for review, round 1/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Settings' })).toHaveAccessibleDescription(/in review/);
  await reviewer.api.reviews.query.mutate({
    ...(await decisionOn(reviewer, id, 'flashcards')),
    comment: BATTERIES.comment,
    item_id: cards[0]?.id,
  });
  await expect(front(page, 1)).toBeVisible();
  await expect(flashcards(page)).toContainText(BATTERIES.comment);
  await expect(page.getByRole('region', { name: /^Quiz/ })).toContainText('Waiting for review');
  await screenshot(page, 'module-editor');

  await expect(barButton(page, 'Resubmit')).toHaveAccessibleDescription(/Change the flashcards section, or reply/);
  await back(page, 1).fill('Three metres');
  await confirm(page, 'Resubmit');
  await expect(flashcards(page)).toContainText('in round 2');
  await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, 'flashcards'));
  await expect(flashcards(page)).toContainText('Approved by Ines Moreau');
  // It needs nobody while the rest is reviewed.
  await expect(flashcards(page).getByText('Three metres', { exact: true })).toBeHidden();
  await flashcards(page).getByText('Show the 3 approved cards').press('Enter');
  await expect(flashcards(page).getByText('Three metres', { exact: true })).toBeVisible();
  await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, 'quiz'));
  await expect(page.getByRole('main')).toContainText('Published. Revise');
  await expect(page.getByRole('button', { name: 'Settings' })).toHaveAccessibleDescription(/Revise it first/);
  await expectAccessible(page);

  await confirm(page, 'Revise');
  await expect(back(page, 1)).toHaveValue('Three metres');
  await expect(page.getByRole('main')).toContainText('Learners see the published version (1) meanwhile.');
  await press(page.getByRole('button', { name: 'Settings' }));
  await dialog(page).getByLabel('Expires after (days)').fill('365');
  await dialog(page).getByLabel('Pass mark (%)').fill('70');
  await expectAccessible(page);
  await press(dialog(page).getByRole('button', { name: 'Save' }));
  await expect(page.getByRole('main')).toContainText('Expires after 365 days');
  await expect(page.getByRole('main')).toContainText('Pass mark 70 %');
});

test(
  'modules and cards are put in order by keyboard, and a removal is undone',
  { tag: '@deep' },
  async ({ page, signInAs, trainer }) => {
    const first = await writeModule(trainer, 'Alpha', {
      cards: [card('One', '1'), card('Two', '2'), card('Three', '3')],
    });
    await trainer.api.modules.create.mutate({ course_id: first.course_id, title: 'Beta' });
    await signInAs('trainer');
    await page.goto(`/demo/courses/${first.course_id}`);
    const modules = page.getByRole('list', { name: 'Modules' }).getByRole('listitem');
    await expect(modules).toHaveText([/1\. Alpha/, /2\. Beta/]);
    await expectAccessible(page);
    const said = (text: string) => expect(page.getByText(text)).toBeAttached();
    await page.getByRole('button', { name: 'Move Beta', exact: true }).press('Space');
    await said('Beta picked up. It’s at place 2 of 2.');
    await page.keyboard.press('ArrowUp');
    await said('Beta moved to place 1 of 2.');
    await page.keyboard.press('Escape');
    await said('Beta is back where it was, at place 2 of 2.');
    await expect(modules).toHaveText([/1\. Alpha/, /2\. Beta/]);
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    const sorted = page.waitForResponse(/modules\.order/);
    await page.keyboard.press('Space');
    await expect(modules).toHaveText([/1\. Beta/, /2\. Alpha/]);
    expect((await sorted).ok()).toBe(true);
    await page.reload();
    await expect(modules).toHaveText([/1\. Beta/, /2\. Alpha/]);
    const order = (await trainer.api.courses.get.query({ id: first.course_id })).modules.map(({ id }) => id);
    await trainer.api.modules.create.mutate({ course_id: first.course_id, title: 'Gamma' });
    await press(page.getByRole('button', { name: 'Move Beta down' }));
    await expect(page.getByRole('alert')).toContainText('This is the current order');
    await expect(modules).toHaveText([/1\. Beta/, /2\. Alpha/, /3\. Gamma/]);
    expect(
      (await trainer.api.courses.get.query({ id: first.course_id })).modules.map(({ id }) => id).slice(0, 2),
    ).toEqual(order);

    await page.goto(first.address);
    await press(page.getByRole('button', { name: 'Move card 3 up' }));
    await expect(front(page, 2)).toHaveValue('Three');
    await page.getByRole('button', { name: 'Remove card 1' }).click();
    await expect(front(page, 1)).toHaveValue('Three');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(front(page, 1)).toHaveValue('One');
    const cards = async () => (await trainer.api.modules.get.query({ id: first.id })).flashcards.cards;
    await expect.poll(async () => (await cards()).map((each) => each.front)).toEqual(['One', 'Three', 'Two']);
  },
);

test(
  'hostile Markdown is harmless, to its author and to others',
  { tag: '@deep' },
  async ({ page, signInAs, trainer }) => {
    const text = [
      '<script>document.title = "hacked"</script><img src=x onerror="document.title=\'hacked\'">',
      '[press me](javascript:alert(1)) [and me](data:text/html,x) [fine](https://example.com/a)',
      '![a picture](https://elsewhere.example/pixel.png)',
    ].join('\n\n');
    const { address } = await writeModule(trainer, 'Hostile', { cards: [card(text, text)] });
    await signInAs('content_manager');
    await page.goto(address);
    const list = page.getByRole('list', { name: 'Flashcards' });
    await expect(list).toContainText('<script>document.title = "hacked"</script>');
    await expect(list).toContainText('a picture (https://elsewhere.example/pixel.png)');
    await expect(page.locator('main img, main script, main iframe')).toHaveCount(0);
    await expect(list.getByRole('link')).toHaveText(['fine', 'fine']);
    await expect(list.getByRole('link').first()).toHaveAttribute('rel', /noopener/);
    await expect(page).toHaveTitle(/Hostile/);
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await expectAccessible(page);
  },
);

test('cards are generated from a document, in place', { tag: '@deep' }, async ({ page, signInAs, trainer }) => {
  const { address } = await writeModule(trainer, 'Generated', { cards: [] });
  await signInAs('trainer');
  await page.goto(address);
  const generate = page.getByRole('button', { name: 'Generate: cards' });
  // Not before it is known whether there is AI.
  await expect(generate).toBeEnabled();
  await press(generate);
  await dialog(page).getByText('A document', { exact: true }).click();
  await press(dialog(page).getByRole('button', { name: 'Generate', exact: true }));
  await expect(dialog(page)).toContainText('Choose a document');
  await expectAccessible(page);
  const buffer = Buffer.from(
    '# Cold store\n\nThe cold store is kept at minus twenty-two degrees Celsius. The emergency handle opens the door from the inside. The alarm button calls the shift leader at once.\n',
  );
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'cold-store.md', mimeType: 'text/markdown', buffer });
  await dialog(page)
    .getByLabel(/How many cards/)
    .fill('2');
  await press(dialog(page).getByRole('button', { name: 'Generate', exact: true }));
  await expect(flashcards(page)).toContainText(/2 cards made/);
  await expect(front(page, 2)).toBeVisible();
  // The text stays with what was made of it, so the file is not asked for again.
  await press(flashcards(page).getByRole('button', { name: 'One more card' }));
  await expect(flashcards(page)).toContainText(/1 card made/);
  await expect(front(page, 3)).toBeVisible();
  await flashcards(page).getByText('Source: ').first().click();
  await expect(flashcards(page).locator('blockquote').first()).toContainText('cold store is kept');
  await expectAccessible(page);
});
