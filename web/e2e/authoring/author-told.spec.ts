import type { Page } from '@playwright/test';
import { type Person, openAs } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { card, decisionOn, question, saveCards, submitModule, writeModule } from '../review/review-parts.ts';
import { controlSaves } from './save-control.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Review', exact: true });
const flashcards = (page: Page) => page.getByRole('region', { name: /^Flashcards \(/ });
const front = (page: Page, number: number) => page.getByRole('textbox', { name: `Front of card ${number}` });
const frontOf = async ({ api }: Person, id: string) => (await api.modules.get.query({ id })).flashcards.cards[0]?.front;

test('authors are told why their module came back, by whom, and what became of each round', async ({
  page,
  server,
  browser,
  signInAs,
  trainer,
  reviewer,
}) => {
  const { id, address } = await submitModule(trainer, 'Sent back');
  await signInAs('trainer');
  await page.goto(address);
  const why = bar(page).getByRole('list', { name: 'Why it stands there' });
  await expect(bar(page)).toContainText('Waiting for review, round 1.');
  await expect(why).toBeHidden();
  await reviewer.api.reviews.reject.mutate({ module_id: id, round: 1, reason: 'The rules of May are missing.' });
  await expect(why).toHaveText(/^Rejected by Ines Moreau, just now: “The rules of May are missing\.”$/);
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText(/Module rejected by Ines Moreau.*The rules of May are missing/);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await trainer.api.reviews.submit.mutate({ module_id: id });
  await expect(why).toBeHidden();
  await expect(history).toContainText('Round 2');
  const admin = await openAs(browser, server, 'super_admin', 'Ada Admin');
  await admin.api.reviews.withdraw.mutate({ module_id: id, reason: 'The supplier has changed.' });
  await expect(why).toContainText('Withdrawn by Ada Admin, just now: “The supplier has changed.”');
  await admin.api.reviews.archive.mutate({ module_id: id, reason: 'Merged with another.' });
  await expect(why.getByRole('listitem').first()).toContainText('Archived by Ada Admin, just now');
  await expect(flashcards(page)).toContainText('The module is archived. A super admin can restore it.');
  await expect(flashcards(page)).not.toContainText('Its trainers can change it');
  await expect(flashcards(page)).not.toContainText('Draft');
  await admin.leave();
});

test(
  'after a query its authors find what is asked, the way there, and a field to answer it',
  { tag: '@deep' },
  async ({ page, signInAs, trainer, reviewer }) => {
    const questions = [question('Is it red?'), question('Is it round?')];
    const { id, address, course_id } = await submitModule(trainer, 'Buoys', { questions });
    const query = { comment: 'Round from **where**?', item_id: questions[1]?.id };
    await reviewer.api.reviews.query.mutate({ ...(await decisionOn(reviewer, id, 'quiz')), ...query });
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, 'flashcards'));
    await signInAs('trainer');
    await page.goto('/demo/courses?q=Buoys');
    await expect(page.getByRole('row').filter({ hasText: 'About Buoys' })).toContainText('1 with changes requested');
    await page.goto(`/demo/courses/${course_id}`);
    await expect(page.getByRole('list', { name: 'Modules' }).getByRole('listitem')).toContainText('1 requested change');

    await page.goto(address);
    const open = page.getByRole('region', { name: '1 requested change' });
    await expect(open).toContainText(/Question 2Ines Moreau, just now/);
    await expect(open).toContainText('Round from **where**?');
    const resubmit = page
      .getByRole('region', { name: 'This module', exact: true })
      .getByRole('button', { name: 'Resubmit' });
    await expect(resubmit).toHaveAccessibleDescription('Change the quiz, or reply to the reviewer.');
    // What is approved is out of the way.
    await expect(flashcards(page).getByText('By gate 4, behind the yellow door.')).toBeHidden();
    await expectAccessible(page);
    await open.getByRole('button', { name: 'Go to question 2' }).press('Enter');
    await expect(page.getByRole('textbox', { name: 'Text of question 2' })).toBeFocused();

    await open.getByRole('button', { name: 'Reply about question 2' }).press('Enter');
    await expect(open.getByRole('textbox', { name: 'Reply about question 2' })).toBeFocused();
    await page.keyboard.type('From above.');
    await page.keyboard.press('Control+Enter');
    await expect(open.getByRole('list', { name: 'Replies about question 2' })).toHaveText('Robin Example: From above.');
    await expect(open).toContainText('Answered');
    await expect(open.getByRole('button', { name: 'Reply about question 2' })).toBeFocused();
    await expect(resubmit).not.toHaveAttribute('aria-disabled');
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await resubmit.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Resubmit' }).press('Enter');
    await expect(bar(page)).toContainText('Waiting for review, round 2.');
    await expect(open).toHaveCount(0);
  },
);

test(
  'a query about a card that was removed since is still read, and resolved',
  { tag: '@deep' },
  async ({ page, signInAs, trainer, reviewer }) => {
    const [one, two] = [card('One', 'First'), card('Two', 'Second')];
    const { id, address } = await submitModule(trainer, 'Removed', { cards: [one, two] });
    const query = { comment: 'This is not ours.', item_id: one.id };
    await reviewer.api.reviews.query.mutate({ ...(await decisionOn(reviewer, id, 'flashcards')), ...query });
    await saveCards(trainer.api, id, [two]);
    await signInAs('trainer');
    await page.goto(address);
    const gone = flashcards(page).getByRole('list', { name: 'Comments on a card that is gone' });
    await expect(flashcards(page).getByRole('heading', { name: 'About cards that are gone' })).toBeVisible();
    await expect(gone).toContainText('This is not ours.');
    await expectAccessible(page);
    // It is answered where it stands, which a resubmission of what was not changed otherwise needs.
    await flashcards(page).getByRole('button', { name: 'Comment on a card that is gone' }).click();
    await page.keyboard.type('It has gone.');
    await flashcards(page).getByRole('button', { name: 'Add comment' }).click();
    await expect(gone).toContainText('It has gone.');
    await trainer.api.reviews.resubmit.mutate({ module_id: id });
    await expect(flashcards(page)).toContainText('in round 2');
    await expect(gone).toContainText('This is not ours.');
    await gone
      .getByRole('button', { name: /^Resolve/ })
      .first()
      .click();
    await expect
      .poll(async () => (await trainer.api.modules.get.query({ id })).comments[0]?.resolved?.by)
      .toBe('Robin Example');
  },
);

test(
  'the course shows where the next version of a published module stands',
  { tag: '@deep' },
  async ({ page, signInAs, trainer, reviewer }) => {
    const { id, course_id } = await submitModule(trainer, 'Revised');
    for (const section of ['flashcards', 'quiz'] as const) {
      await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, section));
    }
    await signInAs('trainer');
    await page.goto(`/demo/courses/${course_id}`);
    const row = page.getByRole('list', { name: 'Modules' }).getByRole('listitem');
    await expect(row).toContainText('Published');
    await expect(row).not.toContainText('Next version');
    await trainer.api.reviews.revise.mutate({ module_id: id });
    await trainer.api.reviews.submit.mutate({ module_id: id });
    await reviewer.api.reviews.reject.mutate({ module_id: id, round: 2, reason: 'Unclear' });
    await page.reload();
    await expect(row).toContainText(/Published.*Next version:.*Rejected/);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  },
);

test.describe('what could not be saved', () => {
  test('is offered again after a reload, and put back', async ({ page, signInAs, trainer }) => {
    const { id, address, cards } = await writeModule(trainer, 'Reloaded', { cards: [card('One', 'First')] });
    await signInAs('trainer');
    const saves = await controlSaves(page);
    await page.goto(address);
    // Leaving asks first.
    page.on('dialog', (asked) => void asked.accept());
    await saves.fail();
    await front(page, 1).fill('Typed in vain');
    await expect(page.getByRole('alert')).toContainText('Not saved');
    await page.reload();
    const offer = page.getByRole('alert').filter({ hasText: 'You typed this before the page was closed' });
    await expect(offer).toContainText('Typed in vain');
    await expect(front(page, 1)).toHaveValue('One');
    await expectAccessible(page);
    // It has not been decided on yet.
    await page.reload();
    await expect(offer).toBeVisible();
    await saves.pass();
    await offer.getByRole('button', { name: 'Restore' }).click();
    await expect(front(page, 1)).toHaveValue('Typed in vain');
    await expect.poll(() => frontOf(trainer, id)).toBe('Typed in vain');
    await expect(flashcards(page)).toContainText(/Saved(?! automatically)/);
    await page.reload();
    await expect(front(page, 1)).toHaveValue('Typed in vain');
    await expect(offer).toBeHidden();

    await saves.fail();
    await front(page, 1).fill('Not wanted');
    await expect(page.getByRole('alert')).toContainText('Not saved');
    await page.reload();
    await offer.getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await expect(front(page, 1)).toHaveValue('Typed in vain');
    await expect(offer).toBeHidden();
    expect(cards).toHaveLength(1);
  });

  test(
    'because the session has ended is saved after signing in in another tab',
    { tag: '@deep' },
    async ({ page, server, signInAs, trainer }) => {
      const { id, address } = await writeModule(trainer, 'Signed out', { cards: [card('One', 'First')] });
      await signInAs('trainer');
      let reads = 0;
      page.on('response', (answer) => void (answer.url().includes('modules.get') && reads++));
      await page.goto(address);
      await expect(front(page, 1)).toHaveValue('One');
      // It asks once more when its event stream is open; a page that asks without a session leads to signing in.
      await expect.poll(() => reads).toBe(2);
      const session = await page.context().cookies();
      // As if nothing but the save asked meanwhile.
      const others = /\/api\/trpc\/(?!modules\.save)/;
      await page.route(others, (route) => route.abort());
      await page.context().clearCookies();
      await front(page, 1).fill('Typed too late');
      const failed = page.getByRole('alert').filter({ hasText: 'Not saved: Sign in' });
      const link = failed.getByRole('link', { name: 'Sign in, opens a new tab' });
      await expectAccessible(page);
      const [other] = await Promise.all([page.waitForEvent('popup'), link.click()]);
      await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      expect(new URL(other.url()).origin).toBe(server.origin);
      await page.context().addCookies(session);
      await page.unroute(others);
      await other.close();
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => frontOf(trainer, id)).toBe('Typed too late');
    },
  );
});
