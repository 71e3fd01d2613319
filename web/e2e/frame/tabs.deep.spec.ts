import type { Page } from '@playwright/test';
import type { Person } from '../colleagues.ts';
import { expect, test } from '../fixtures.ts';
import { saveCards, card, submitModule, writeModule } from '../review/review-parts.ts';
import { liveTopics } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { TestServer } from '../server.ts';

/** More than a browser opens connections to one server. */
const TABS = 8;

/** As a browser does with the tab that is left; it believes each of a test's pages to be in front. */
function show(page: Page, visibility: 'visible' | 'hidden') {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}

async function streamsOf(server: TestServer): Promise<number> {
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  return Number(/^event_streams (\d+)$/m.exec(metrics)?.[1]);
}

/** What other tests have opened follows nothing any more. */
async function noStreams(server: TestServer, ...people: Person[]): Promise<void> {
  for (const { page } of people) await page.goto('about:blank');
  await expect.poll(() => streamsOf(server)).toBe(0);
}

test('a module open in many tabs loads in each, and shows the present state in the one that is looked at', async ({
  page,
  trainer,
  reviewer,
  server,
  signInAs,
}) => {
  const streams = () => streamsOf(server);
  await noStreams(server, trainer, reviewer);
  const { id } = await submitModule(trainer, 'Ladders');
  await signInAs('content_manager', 'Kim Example');
  const tabs = [page];
  while (tabs.length < TABS) tabs.push(await page.context().newPage());
  for (const each of tabs) {
    await each.goto(`/demo/reviews/${id}`);
    await expect(each.getByRole('heading', { name: 'Ladders', level: 1 })).toBeVisible();
    await expect.poll(streams).toBe(1);
    await show(each, 'hidden');
    await expect.poll(streams).toBe(0);
  }
  await trainer.api.reviews.withdraw.mutate({ module_id: id });
  await saveCards(trainer.api, id, [card('How many hands on a ladder?', 'Two, and one foot.')]);
  await show(page, 'visible');
  await expect(page.getByText('Two, and one foot.')).toBeVisible();
  await expect.poll(streams).toBe(1);
});

test(
  'a page that finds no room for its stream shows changes all the same, and no error',
  { tag: '@deep' },
  async ({ page, trainer, reviewer, server, signInAs }) => {
    await noStreams(server, trainer, reviewer);
    const { id, address } = await writeModule(trainer, 'No room', { cards: [card('One', 'First')] });
    await signInAs('trainer');
    // As many as a session may have, of other windows.
    const cookies = await page.context().cookies();
    const leaving = new AbortController();
    // Kept, because what nobody holds any more is collected, and its stream ends.
    const windows: Response[] = [];
    for (let tab = 0; tab < 8; tab++) {
      const query = new URLSearchParams({
        input: JSON.stringify({ tab: `window ${tab}`, topics: [liveTopics.module(id)] }),
        connectionParams: JSON.stringify({ [WORKSPACE_HEADER]: 'demo' }),
      });
      const answer = await fetch(`${server.origin}/api/trpc/live.follow?${query.toString()}`, {
        headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
        signal: leaving.signal,
      });
      windows.push(answer);
    }
    const refused = page.waitForRequest(/live\.follow/);
    await page.goto(address);
    const front = page.getByRole('textbox', { name: 'Front of card 1' });
    await expect(front).toHaveValue('One');
    await refused;
    await saveCards(trainer.api, id, [card('One, changed', 'First')]);
    await expect(front).toHaveValue('One, changed');
    // Those of pages that have just gone may still be counted.
    await expect.poll(() => streamsOf(server)).toBe(8);
    expect(windows.map(({ status }) => status)).toEqual(windows.map(() => 200));
    leaving.abort();
  },
);
