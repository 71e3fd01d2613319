import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ROLES_OF_PAGES, pathsOf } from './all-pages.ts';

/** Limits of a first load, of bytes as transferred, with headers and calls. */
const LEARNERS = 250_000;
const OTHERS = 350_000;
const REQUESTS = 40;

/** Pages above the limits: what they may have (docs/plan.md). */
const OVER = [
  { path: /^\/training\/[^/]{36}$/, bytes: 270_000, requests: REQUESTS },
  // Of a trainer, with one section to edit and one that is locked.
  { path: /^\/courses\/[^/]+\/[^/]+$/, bytes: 389_000, requests: 43 },
];

interface Load {
  bytes: number;
  requests: number;
}

/**
 * Loads a page with an empty cache. Returns what the browser fetched until nothing came any more, and the same once the
 * page was used, after which it loads the dialogs that may be opened.
 */
async function coldLoad(page: Page, path: string): Promise<{ seen: Load; used: Load }> {
  const devTools = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await devTools.send('Network.enable');
  await devTools.send('Network.clearBrowserCache');
  let bytes = 0;
  const requests = new Set<string>();
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (!request.url.startsWith('data:')) requests.add(requestId);
  });
  // The icon, which the page shows and has as its own.
  devTools.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(`/demo${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  const seen = { bytes, requests: requests.size };
  await page.keyboard.press('Shift');
  await expect.poll(() => requests.size).toBeGreaterThan(seen.requests);
  await page.waitForLoadState('networkidle');
  await devTools.detach();
  return { seen, used: { bytes, requests: requests.size } };
}

const told = ({ bytes, requests }: Load) => `${Math.round(bytes / 1000)} kB in ${requests} requests`;

for (const role of ROLES_OF_PAGES) {
  test(`the pages of a ${role} load little at first`, async ({ page, signInAs }) => {
    await signInAs(role);
    const over: string[] = [];
    for (const path of await pathsOf(page, role)) {
      const { seen, used } = await coldLoad(page, path);
      const line = `${role} ${path || '/'}: ${told(seen)}; once used ${told(used)}`;
      console.log(line);
      const limit = OVER.find((each) => each.path.test(path));
      const bytes = limit?.bytes ?? (role === 'learner' ? LEARNERS : OTHERS);
      if (seen.bytes > bytes || seen.requests > (limit?.requests ?? REQUESTS)) over.push(line);
    }
    expect(over).toEqual([]);
  });
}
