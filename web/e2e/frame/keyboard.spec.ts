import type { Locator, Page } from '@playwright/test';
import { openAs } from '../colleagues.ts';
import { expect, expectAccessible, inMenu, test } from '../fixtures.ts';
import { dialog } from '../review/review-parts.ts';

/** As many presses of Tab anything of a page may be away. */
const FURTHEST = 100;

/** Presses Tab until `target` has the focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible();
  for (let presses = 0; presses <= FURTHEST; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${String(target)}, but to ${await nameOfFocus(target.page())}`);
}

async function press(target: Locator, key = 'Enter') {
  await tabTo(target);
  await target.page().keyboard.press(key);
}

async function write(target: Locator, text: string) {
  await tabTo(target);
  await target.page().keyboard.type(text);
}

const nameOfFocus = (page: Page) =>
  page.evaluate(() => {
    const { tagName, textContent, ariaLabel } = document.activeElement ?? document.body;
    return `${tagName.toLowerCase()} “${ariaLabel ?? textContent.slice(0, 40)}”`;
  });

/** Whoever lost the focus would have to begin at the top of the page again. */
const expectFocusKept = (page: Page) => expect.poll(() => nameOfFocus(page)).not.toMatch(/^body/);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test(
  'from a new course to what learners see, without a mouse',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs }) => {
    await signInAs('trainer');
    await press(inMenu(page, 'Courses'));
    await expect(heading(page, 'Courses')).toBeVisible();
    await press(button(page, 'New course'));
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.type('Lone working');
    await tabTo(field(page, 'Emoji'));
    await page.keyboard.type('🔐📦');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toContainText('Must be exactly one emoji');
    await expect(field(page, 'Emoji')).toBeFocused();
    await expectAccessible(page);
    await press(button(page, '🔐'), 'Space');
    await press(button(page, 'Create course'));
    await expect(heading(page, '🔐 Lone working')).toBeVisible();
    await expectFocusKept(page);

    await press(button(page, 'Add module'));
    await expect(dialog(page).getByLabel('Title')).toBeFocused();
    await page.keyboard.type('The last one out');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'The last one out')).toBeVisible();
    await expectFocusKept(page);

    await press(button(page, 'Add a card'));
    await expect(field(page, 'Front of card 1')).toBeFocused();
    await page.keyboard.type('Who locks the gate?');
    await write(field(page, 'Back of card 1'), 'Whoever leaves last.');
    await press(button(page, 'Add a card'));
    await page.keyboard.type('Who is told?');
    await write(field(page, 'Back of card 2'), 'The control room.');
    await press(button(page, 'Add a card'));
    await expect(field(page, 'Front of card 3')).toBeFocused();

    await tabTo(button(page, 'Remove Card 3'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Card 2', { exact: true })).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(page.getByText('Card 3', { exact: true })).toBeFocused();
    await press(button(page, 'Remove Card 3'));
    await expect(page.getByText('Card 2', { exact: true })).toBeFocused();
    await tabTo(button(page, 'Move card 2'), 'Shift+Tab');
    await page.keyboard.press('Space');
    // As fast as keys can come: none is lost.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect(page.getByText('card 2 put down at place 1 of 2.')).toBeAttached();
    await expect(field(page, 'Front of card 1')).toHaveValue('Who is told?');
    await expect(button(page, 'Move card 1')).toBeFocused();
    await press(button(page, 'Move card 1 down'));
    await expect(button(page, 'Move card 2 down')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Move card 1 up')).toBeFocused();
    await expect(field(page, 'Front of card 1')).toHaveValue('Who is told?');

    await press(button(page, 'Add a question: One correct answer'));
    await expect(field(page, 'Text of question 1')).toBeFocused();
    await page.keyboard.type('May you leave without a call?');
    await write(field(page, 'Option 1 of question 1'), 'Yes');
    await write(field(page, 'Option 2 of question 1'), 'No');
    await press(button(page, 'Add an option'));
    await expect(field(page, 'Option 3 of question 1')).toBeFocused();
    await press(button(page, 'Remove option 3 of question 1'));
    await expect(field(page, 'Option 2 of question 1')).toBeFocused();
    // The one beside it: which one of a group takes the focus while none is chosen is up to the browser.
    await tabTo(page.getByRole('radio', { name: 'Option 2 of question 1 is correct' }), 'Shift+Tab');
    await page.keyboard.press('Space');
    await expect(page.getByRole('radio', { name: 'Option 2 of question 1 is correct' })).toBeChecked();

    await tabTo(button(page, 'Submit for review'), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await press(dialog(page).getByRole('button', { name: 'Submit for review' }));
    await expect(page.getByText('Waiting for review, round 1.')).toBeVisible();
    await expect(heading(page, 'The last one out')).toBeFocused();

    const reviewer = await openAs(browser, server, 'content_manager', 'Kim Example');
    await review(reviewer.page);
    await reviewer.leave();
    await expect(page.getByText('Published. Revise it to')).toBeVisible();
  },
);

/** Approves both sections of the module that was submitted last. */
async function review(page: Page) {
  await page.goto('/demo');
  await press(inMenu(page, 'Review'));
  await press(page.getByRole('link', { name: 'The last one out' }));
  await expect(heading(page, 'The last one out')).toBeVisible();
  await expectFocusKept(page);
  await press(button(page, 'Approve the flashcards section'));
  await expect(page.getByRole('tab', { name: 'Flashcards' })).toContainText('Approved');
  await expectFocusKept(page);
  // The page has turned to what is left.
  await expect(page.getByRole('heading', { name: 'Quiz (1)' })).toBeFocused();
  await press(button(page, 'Approve and publish'));
  await press(dialog(page).getByRole('button', { name: 'Approve and publish' }));
  await expect(page.getByText('Published. Learners see version 1')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expectFocusKept(page);
}
