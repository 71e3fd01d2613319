import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { inLanguage } from '../in-language.ts';
import { LEAST_OPENED, OPENERS, ROLES_OF_PAGES, pathsOf } from './all-pages.ts';
import { engineFailures, engineFailuresIn } from './engines.ts';

for (const role of ROLES_OF_PAGES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `Alfa and IBM’s engine find no failed rule on the pages of a ${role}, ${colorScheme}`,
      { tag: '@deep' },
      async ({ page, signInAs }) => {
        test.setTimeout(600_000);
        await signInAs(role);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const failures: string[] = [];
        for (const path of await pathsOf(page, role)) {
          await page.goto(`/demo${path}`);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
          await page.waitForLoadState('networkidle');
          for (const found of await engineFailures(page, colorScheme)) failures.push(`${path || '/'} ${found}`);
        }
        expect(failures).toEqual([]);
      },
    );
  }
}

const opened = (page: Page) => page.locator('[role=dialog]:visible, dialog:visible, [role=menu]:visible');

/** Returns the openers on the page with their places among all, one of those that differ only in what they are for. */
async function openersOf(page: Page): Promise<{ kind: string; place: number }[]> {
  const names = await page.getByRole('button', { name: OPENERS }).evaluateAll((all) =>
    all.map((each) => {
      const isUsable = each.checkVisibility() && !each.matches(':disabled, [aria-disabled=true], [data-disabled]');
      return isUsable ? (each.getAttribute('aria-label') ?? each.textContent.trim()) : null;
    }),
  );
  const first = new Map<string, number>();
  for (const [place, name] of names.entries()) {
    const kind = name?.replace(/ (?:for|of|to) .*$|\u2068.*\u2069/, '');
    if (kind !== undefined && !first.has(kind)) first.set(kind, place);
  }
  return [...first].map(([kind, place]) => ({ kind, place }));
}

/** Menus of rows, each of which has other items. */
const isMenu = (kind: string) => new RegExp(inLanguage(/^Actions/)).test(kind);

for (const role of ROLES_OF_PAGES) {
  test(
    `Alfa and IBM’s engine find no failed rule in the dialogs, menus and panels of a ${role}`,
    { tag: '@deep' },
    async ({ page, signInAs }) => {
      test.setTimeout(1_800_000);
      await signInAs(role);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      const seen = new Set<string>();
      const failures = new Set<string>();
      const load = async (path: string) => {
        await page.goto(`/demo${path}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        await page.waitForLoadState('networkidle');
      };
      /** Returns true if something is open now; checks it if it is the first of its kind. */
      const check = async (name: string): Promise<boolean> => {
        const isOpen = await opened(page)
          .first()
          .waitFor({ timeout: 3_000 })
          .then(
            () => true,
            () => false,
          );
        if (!isOpen || seen.has(name)) return isOpen;
        seen.add(name);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          for (const found of await engineFailuresIn(opened(page), colorScheme))
            failures.add(`${name}, ${colorScheme}: ${found}`);
        }
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        return true;
      };
      for (const path of await pathsOf(page, role)) {
        await load(path);
        for (const { kind, place } of await openersOf(page)) {
          if (seen.has(`${path}: ${kind}`) || (seen.has(kind) && !isMenu(kind))) continue;
          const open = async () => {
            await load(path);
            const opener = page.getByRole('button', { name: OPENERS }).nth(place);
            // What a notification or another person has changed meanwhile may be gone.
            if (await opener.isVisible()) await opener.click();
          };
          await open();
          if (!(await check(isMenu(kind) ? `${path}: ${kind}` : kind))) continue;
          const items = await page.getByRole('menuitem', { name: OPENERS }).allTextContents();
          for (const item of items) {
            if (seen.has(item)) continue;
            await open();
            await page.getByRole('menuitem', { name: item, exact: true }).click();
            await check(item);
          }
        }
      }
      console.log(`${role}: ${seen.size} opened: ${[...seen].join(' · ')}`);
      expect(seen.size).toBeGreaterThanOrEqual(LEAST_OPENED[role]);
      expect([...failures]).toEqual([]);
    },
  );
}
