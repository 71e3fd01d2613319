import { existsSync } from 'node:fs';
import path from 'node:path';
import { clientOf } from '../colleagues.ts';
import { expect, test } from '../fixtures.ts';
import { submitModule, writeModule } from '../review/review-parts.ts';
import { dialogFaults } from './dialogs-laid-out.ts';
import { LEAST_OPENED, pathsOf } from '../frame/all-pages.ts';
import { REACHED, layoutFaults } from './all-pages-laid-out.ts';
import { collectData, speakPseudo, textsOutsideCatalogues } from './pseudo-locale.ts';

const hasLanguage = (code: string) =>
  existsSync(path.resolve(import.meta.dirname, `../../../shared/messages/${code}/frame.json`));

for (const role of ['super_admin', 'trainer', 'learner'] as const) {
  test(
    `texts a third longer fit all pages of a ${role}, and come from catalogues`,
    { tag: '@deep' },
    async ({ page, trainer, signInAs }) => {
      await writeModule(trainer, 'What to do when the sprinklers go off in the cold store at night');
      await submitModule(trainer, 'Driving reach trucks in narrow aisles');
      await signInAs(role, 'Aleksandra Konstantinopolska-Featherstonehaugh');
      const isData = collectData(page);
      await speakPseudo(page);
      const untold = new Map<string, string>();
      const { seen, faults } = await layoutFaults(page, async (at) => {
        for (const text of await textsOutsideCatalogues(page))
          if (!isData(text) && !untold.has(text)) untold.set(text, at);
      });
      expect(seen).toEqual(expect.arrayContaining([...REACHED[role]]));
      expect.soft(faults).toEqual([]);
      expect([...untold].map(([text, at]) => `${at}: ${text}`)).toEqual([]);
    },
  );

  test(
    `texts a third longer fit the dialogs, menus and panels of a ${role}, and come from catalogues`,
    { tag: '@deep' },
    async ({ page, trainer, signInAs }) => {
      await submitModule(trainer, 'Driving reach trucks in narrow aisles');
      await signInAs(role, 'Aleksandra Konstantinopolska-Featherstonehaugh');
      const paths = await pathsOf(page, role);
      const isData = collectData(page);
      await speakPseudo(page);
      const untold = new Map<string, string>();
      const { seen, faults } = await dialogFaults(page, paths, async (at) => {
        for (const text of await textsOutsideCatalogues(page))
          if (!isData(text) && !untold.has(text)) untold.set(text, at);
      });
      expect(seen.size).toBeGreaterThanOrEqual(LEAST_OPENED[role]);
      expect.soft(faults).toEqual([]);
      expect([...untold].map(([text, at]) => `${at}: ${text}`)).toEqual([]);
    },
  );

  test(
    `longer texts from right to left fit all pages of a ${role}`,
    { tag: '@deep' },
    async ({ page, server, trainer, signInAs }) => {
      test.skip(!hasLanguage('ar'), 'there is no language from right to left');
      await writeModule(trainer, 'What to do when the sprinklers go off in the cold store at night');
      // The browser's language is stored at the first visit.
      const stored = page.waitForResponse(/users\.chooseLanguage/);
      await signInAs(role, 'Aleksandra Konstantinopolska-Featherstonehaugh');
      await stored;
      await clientOf(page.context(), server.origin).users.chooseLanguage.mutate({ language: 'ar' });
      await page.evaluate(() => localStorage.setItem('language', 'ar'));
      await speakPseudo(page);
      const { seen, faults } = await layoutFaults(page, async () => {
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      });
      expect(seen).toEqual(expect.arrayContaining([...REACHED[role]]));
      expect(faults).toEqual([]);
    },
  );
}
