import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ROLES_OF_PAGES, pathsOf } from './all-pages.ts';

/** Limits of a first load: bytes as transferred, with headers, calls and parts that load later; and requests. */
const LIMITS = { learner: 250_000, page: 350_000, requests: 40 };

/** Loads a page with an empty cache, and returns what the browser fetched until nothing came any more. */
async function coldLoad(page: Page, path: string): Promise<{ bytes: number; requests: string[] }> {
  const devTools = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await devTools.send('Network.enable');
  await devTools.send('Network.clearBrowserCache');
  let bytes = 0;
  const requests = new Map<string, string>();
  const sizes: [number, string][] = [];
  devTools.on('Network.requestWillBeSent', ({ requestId, request }) => requests.set(requestId, request.url));
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    sizes.push([encodedDataLength, requests.get(requestId) ?? '']);
  });
  await page.goto(`/demo${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await devTools.detach();
  if (process.env['SHOW'])
    console.log(
      sizes
        .toSorted(([a], [b]) => b - a)
        .slice(0, 130)
        .map(([n, u]) => `${n} ${u.slice(0, 120)}`)
        .join('\n'),
    );
  return { bytes, requests: [...requests.values()] };
}

for (const role of ROLES_OF_PAGES) {
  test(`the pages of a ${role} load little at first`, async ({ page, signInAs }) => {
    await signInAs(role);
    const over: string[] = [];
    for (const path of await pathsOf(page, role)) {
      const { bytes, requests } = await coldLoad(page, path);
      console.log(`${role} ${path || '/'}: ${(bytes / 1000).toFixed(0)} kB, ${requests.length} requests`);
    }
    expect(over).toEqual([]);
  });
}
