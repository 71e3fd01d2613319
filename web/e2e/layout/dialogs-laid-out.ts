import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { OPENERS } from '../frame/all-pages.ts';
import { atEachWidth } from './all-pages-laid-out.ts';
import { inEnglish } from './pseudo-locale.ts';

const opened = (page: Page) => page.locator('[role=dialog]:visible, dialog:visible, [role=menu]:visible').first();

const isOpen = (page: Page) =>
  opened(page)
    .waitFor({ timeout: 3_000 })
    .then(
      () => true,
      () => false,
    );

/** Returns openers' names and places among the buttons: one of those that differ only in what they are for. */
async function openersOf(page: Page, role: 'button' | 'menuitem'): Promise<Map<string, number>> {
  const names = await page.getByRole(role).evaluateAll((all) =>
    all.map((each) => {
      const isUsable = each.checkVisibility() && !each.matches(':disabled, [aria-disabled=true], [data-disabled]');
      return isUsable ? (each.getAttribute('aria-label') ?? each.textContent.trim()) : '';
    }),
  );
  const first = new Map<string, number>();
  for (const [place, name] of names.entries()) {
    const kind = inEnglish(name).replace(/ (?:for|of|to) .*$/, '');
    if (OPENERS.test(kind) && !first.has(kind)) first.set(kind, place);
  }
  return first;
}

/** Opens each kind of dialog, menu and panel once. Returns which, and the texts and controls that don't fit. */
export async function dialogFaults(page: Page, paths: readonly string[], also: (at: string) => Promise<void>) {
  const seen = new Set<string>();
  const faults: string[] = [];
  const load = async (path: string) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/demo${path}`);
    await expect(page.locator('nav a[href^="/demo"]').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
  };
  const check = async (name: string) => {
    seen.add(name);
    await atEachWidth(page, name, faults, also);
  };
  for (const path of paths) {
    await load(path);
    for (const [kind, place] of await openersOf(page, 'button')) {
      const name = kind.startsWith('Actions') ? `${path}: ${kind}` : kind;
      if (seen.has(name)) continue;
      const open = async () => {
        await load(path);
        const opener = page.getByRole('button').nth(place);
        if (await opener.isVisible()) await opener.click();
        return isOpen(page);
      };
      if (!(await open())) continue;
      const items = await openersOf(page, 'menuitem');
      await check(name);
      for (const [item, at] of items) {
        if (seen.has(item) || !(await open())) continue;
        await page.getByRole('menuitem').nth(at).click();
        if (await isOpen(page)) await check(item);
      }
    }
  }
  return { seen, faults };
}
