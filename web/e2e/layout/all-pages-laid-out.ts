import type { Page } from '@playwright/test';
import type { Role } from '@training/shared/permissions';
import { PHONE, expect } from '../fixtures.ts';
import { clippedTexts, controlsBeyond, pixelsBeyond, squeezed } from './layout-parts.ts';

const WIDTHS = [{ width: 1280, height: 800 }, PHONE];

/** Pages that the walk must reach, by role. */
export const REACHED = {
  super_admin: ['/demo/people/…', '/demo/assignments', '/demo/settings/drives', '/demo/reviews/…', '/demo/audit'],
  trainer: [
    '/demo/courses/…/…',
    '/demo/courses/…/…/revisions',
    '/demo/ai/source',
    '/demo/recommended/…',
    '/demo/training',
  ],
  learner: ['/demo/training/library', '/demo/training/…'],
} as const satisfies Partial<Record<Role, readonly string[]>>;

/** Names the page of an address, whatever thing it shows. */
const pageOf = (address: string) => address.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').replace(/[?#].*/, '');

/** Opens everything that leads on from the first page, one of each kind of page. */
async function walk(page: Page, visit: (address: string) => Promise<void>): Promise<string[]> {
  const waiting = ['/demo'];
  const known = new Set<string>(waiting);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
    // The menu; what is there before it has a heading, too.
    await expect(page.locator('nav a[href^="/demo"]').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await visit(address);
    const links = await page
      .locator('nav a[href], main a[href]:not([download])')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    for (const link of links) {
      if (!link.startsWith('/demo') || known.has(pageOf(link))) continue;
      known.add(pageOf(link));
      waiting.push(link);
    }
  }
  return [...known];
}

/**
 * Opens all pages on a desktop and a phone. Returns those it has seen, and the texts and controls that don't fit.
 * `also` is called for each, with the name of the page and its width.
 */
export async function layoutFaults(page: Page, also?: (at: string) => Promise<void>) {
  const faults: string[] = [];
  const seen = await walk(page, async (address) => {
    await atEachWidth(page, pageOf(address), faults, also);
  });
  return { seen, faults };
}

/** Adds what doesn't fit on a desktop or a phone to `faults`. */
export async function atEachWidth(page: Page, name: string, faults: string[], also?: (at: string) => Promise<void>) {
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    const at = `${name} at ${size.width}`;
    // The copy of a text field that measures its height is as wide as before for a moment.
    await expect
      .poll(() => pixelsBeyond(page), { timeout: 2_000 })
      .toBeLessThanOrEqual(0)
      .catch(() => undefined);
    const beyond = await pixelsBeyond(page);
    if (beyond > 0) faults.push(`${at} is ${beyond} px wider than the screen`);
    for (const text of await clippedTexts(page)) faults.push(`${at} cuts off ${text}`);
    for (const control of await controlsBeyond(page)) faults.push(`${at} puts beside the screen ${control}`);
    for (const part of await squeezed(page)) faults.push(`${at} squeezes ${part}`);
    await also?.(at);
  }
}
