import { PHONE, expect, test } from '../fixtures.ts';
import { REACHED, layoutFaults } from './all-pages-laid-out.ts';
import { clippedTexts, controlsBeyond, pixelsBeyond, squeezed } from './layout-parts.ts';
import { submitModule, writeModule } from '../review/review-parts.ts';

for (const role of ['super_admin', 'trainer', 'learner'] as const) {
  test(
    `no page that a ${role} reaches cuts a text off, or is wider than the screen`,
    { tag: '@deep' },
    async ({ page, trainer, signInAs }) => {
      // With words of the length that people write.
      await writeModule(trainer, 'What to do when the sprinklers go off in the cold store at night');
      await submitModule(trainer, 'Driving reach trucks in narrow aisles');
      await signInAs(role, 'Aleksandra Konstantinopolska-Featherstonehaugh');
      const { seen, faults } = await layoutFaults(page);
      expect(seen).toEqual(expect.arrayContaining([...REACHED[role]]));
      expect(faults).toEqual([]);
    },
  );
}

test('what is cut off, and what sticks out of the screen, is found', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.setContent(`
    <p style="width: 60px; overflow: hidden; white-space: nowrap">Waits for a decision</p>
    <p style="width: 60px; overflow: hidden; white-space: nowrap" title="Said whole">Said whole by its title</p>
    <a style="display: flex; width: 60px"><svg width="20" height="20" viewBox="0 0 24 24"></svg>Recommended</a>
    <input placeholder="Search name or e-mail" style="width: 60px">
    <div style="position: fixed; bottom: 0; left: 0; right: 0; display: flex; justify-content: flex-end">
      <button style="flex: none; width: 300px">Request changes</button><button style="flex: none; width: 200px">Approve</button>
    </div>`);
  expect(await clippedTexts(page)).toEqual([
    expect.stringContaining('Waits for a decision'),
    expect.stringContaining('Search name or e-mail'),
  ]);
  expect(await controlsBeyond(page)).toEqual([expect.stringContaining('Request changes')]);
  expect(await squeezed(page)).toEqual(['the icon of “Recommended”']);
  expect(await pixelsBeyond(page)).toBe(0);
});
