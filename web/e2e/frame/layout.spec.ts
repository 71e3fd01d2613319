import type { Page } from '@playwright/test';
import type { Role } from '@training/shared/permissions';
import { PHONE, expect, test } from '../fixtures.ts';
import { clippedTexts, controlsBeyond, pixelsBeyond } from './layout-parts.ts';
import { submitModule, writeModule } from '../review/review-parts.ts';

const WIDTHS = [{ width: 1280, height: 800 }, PHONE];

/** Which page an address is of, whatever thing it shows. */
const pageOf = (address: string) => address.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').replace(/[?#].*/, '');

/** Opens everything that leads on from the first page, one of each kind of page. */
async function walk(page: Page, visit: (address: string) => Promise<void>): Promise<string[]> {
  const waiting = ['/demo'];
  const known = new Set<string>(waiting);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address);
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

const ROLES = {
  super_admin: ['/demo/people/…', '/demo/assignments', '/demo/settings/drives', '/demo/reviews/…', '/demo/audit'],
  trainer: ['/demo/courses/…/…', '/demo/ai/source', '/demo/recommended/…', '/demo/training'],
  learner: ['/demo/training/library', '/demo/training/…'],
} as const satisfies Partial<Record<Role, readonly string[]>>;

for (const role of ['super_admin', 'trainer', 'learner'] as const) {
  test(
    `no page that a ${role} reaches cuts a text off, or is wider than the screen`,
    { tag: '@deep' },
    async ({ page, trainer, signInAs }) => {
      // With words of the length that people write.
      await writeModule(trainer, 'What to do when the sprinklers go off in the cold store at night');
      await submitModule(trainer, 'Driving reach trucks in narrow aisles');
      await signInAs(role, 'Aleksandra Konstantinopolska-Featherstonehaugh');
      const faults: string[] = [];
      const seen = await walk(page, async (address) => {
        for (const size of WIDTHS) {
          await page.setViewportSize(size);
          const at = `${pageOf(address)} at ${size.width}`;
          const beyond = await pixelsBeyond(page);
          if (beyond > 0) faults.push(`${at} is ${beyond} px wider than the screen`);
          for (const text of await clippedTexts(page)) faults.push(`${at} cuts off ${text}`);
          for (const control of await controlsBeyond(page)) faults.push(`${at} puts beside the screen ${control}`);
        }
      });
      expect(seen).toEqual(expect.arrayContaining([...ROLES[role]]));
      expect(faults).toEqual([]);
    },
  );
}

test('what is cut off, and what sticks out of the screen, is found', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.setContent(`
    <p style="width: 60px; overflow: hidden; white-space: nowrap">Waits for a decision</p>
    <p style="width: 60px; overflow: hidden; white-space: nowrap" title="Said whole">Said whole by its title</p>
    <input placeholder="Search name or e-mail" style="width: 60px">
    <div style="position: fixed; bottom: 0; left: 0; right: 0; display: flex; justify-content: flex-end">
      <button style="flex: none; width: 300px">Request changes</button><button style="flex: none; width: 200px">Approve</button>
    </div>`);
  expect(await clippedTexts(page)).toEqual([
    expect.stringContaining('Waits for a decision'),
    expect.stringContaining('Search name or e-mail'),
  ]);
  expect(await controlsBeyond(page)).toEqual([expect.stringContaining('Request changes')]);
  expect(await pixelsBeyond(page)).toBe(0);
});
