import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { saveCards, card, submitModule, test } from './review-parts.ts';

/** More than a browser opens connections to one server. */
const TABS = 8;

/** As a browser does with the tab that is left; it believes each of a test's pages to be in front. */
function show(page: Page, visibility: 'visible' | 'hidden') {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}

test('a module open in many tabs loads in each, and shows the present state in the one that is looked at', async ({
  page,
  trainer,
  signInAs,
}) => {
  const { id } = await submitModule(trainer, 'Ladders');
  await signInAs('content_manager', 'Kim Example');
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await page.context().newPage());
  for (const each of tabs) {
    await each.goto(`/demo/reviews/${id}`);
    await expect(each.getByRole('heading', { name: 'Ladders', level: 1 })).toBeVisible();
    await show(each, 'hidden');
  }
  await trainer.api.reviews.withdraw.mutate({ module_id: id });
  await saveCards(trainer.api, id, [card('How many hands on a ladder?', 'Two, and one foot.')]);
  await show(page, 'visible');
  await expect(page.getByText('Two, and one foot.')).toBeVisible();
});
