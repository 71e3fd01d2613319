import type { Page } from '@playwright/test';

/** Where the page's own `fetch` looks; it outlives a reload. */
const FLAG = 'fail-saves';

export interface SaveControl {
  /** From now on no save of a section gets an answer, reloads included. */
  fail(): Promise<void>;
  pass(): Promise<void>;
}

/**
 * Fails saves of sections inside the page, for a test that leaves it: what a page sends as it is left can pass by a
 * route of Playwright. Call it before the page is opened.
 */
export async function controlSaves(page: Page): Promise<SaveControl> {
  await page.addInitScript((flag) => {
    const send = window.fetch;
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      const fails = url.includes('modules.saveSection') && sessionStorage.getItem(flag) !== null;
      return fails ? Promise.reject(new TypeError('Failed to fetch')) : send(input, init);
    };
  }, FLAG);
  return {
    fail: () => page.evaluate((flag) => sessionStorage.setItem(flag, ''), FLAG),
    pass: () => page.evaluate((flag) => sessionStorage.removeItem(flag), FLAG),
  };
}
