import type { Locator } from '@playwright/test';
import { expect, openFromMenu, test } from '../fixtures.ts';
import { dialog, submitModule } from '../review/review-parts.ts';

test('a dialog stands where it appears, so that a press on its button that has begun is not lost', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  const places = page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const button = () => [...document.querySelectorAll('[role=dialog] button')].at(-1);
    while (button() === undefined) await frame();
    const seen = new Set<number>();
    for (let n = 0; n < 40; n++) {
      seen.add(Math.round(button()?.getBoundingClientRect().top ?? 0));
      await frame();
    }
    return seen.size;
  });
  await page.getByRole('button', { name: 'Actions for Transport' }).click();
  await page.getByRole('menuitem', { name: 'Delete or move…' }).click();
  expect(await places).toBe(1);
  await expect(page.getByRole('button', { name: 'Delete department' })).toBeVisible();
});

test('a dialog gives the focus back to what opened it, also the first time, and from a menu that has gone', async ({
  page,
  trainer,
  signInAs,
}) => {
  const { id, address } = await submitModule(trainer, 'Cold store');
  await signInAs('super_admin', 'Sam Example');
  const opensAndReturns = async (opener: Locator, open = () => opener.press('Enter')) => {
    await open();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
  };
  // Some are not drawn before they are opened.
  await page.goto(address);
  await opensAndReturns(page.getByRole('button', { name: 'Withdraw', exact: true }));
  await page.goto(`/demo/reviews/${id}`);
  for (const name of ['Request changes to the flashcards section', 'Reject']) {
    await opensAndReturns(page.getByRole('button', { name, exact: true }));
  }
  await opensAndReturns(page.getByRole('button', { name: 'Request changes to the flashcards section' }));

  await openFromMenu(page, 'Departments');
  await opensAndReturns(page.getByRole('button', { name: 'New department' }));
  const menu = page.getByRole('button', { name: 'Actions for Transport' });
  for (const name of ['Rename', 'Delete or move…']) {
    await opensAndReturns(menu, async () => {
      await menu.press('Enter');
      await page.getByRole('menuitem', { name }).press('Enter');
    });
  }
});

test('Escape closes a dialog also while the menu that opened it has the focus', async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  const menu = page.getByRole('button', { name: 'Actions for Transport' });
  for (let time = 0; time < 3; time++) {
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).evaluate(async (item: HTMLElement) => {
      item.focus();
      item.click();
      while (!document.querySelector('[role=dialog]')) await new Promise((resolve) => setTimeout(resolve, 0));
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
      (document.activeElement ?? document.body).dispatchEvent(escape);
    });
    await expect(dialog(page)).toBeHidden();
    await expect(menu).toBeFocused();
  }
});

test('Escape gives the focus back also where it comes before the dialog has taken it', async ({ page, signInAs }) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  const opener = page.getByRole('button', { name: 'New department' });
  for (let wait = 0; wait < 10; wait++) {
    // Within one turn of the page's own events: keys from outside come too late.
    await opener.evaluate(async (button: HTMLElement, milliseconds) => {
      button.focus();
      button.click();
      const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
      while (!document.querySelector('[role=dialog]')) await turn();
      for (const from = performance.now(); performance.now() - from < milliseconds;);
      const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
      (document.activeElement ?? document.body).dispatchEvent(escape);
    }, wait);
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused({ timeout: 5_000 });
  }
});
