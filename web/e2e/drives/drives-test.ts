import type { Page } from '@playwright/test';
import type { Role } from '@training/shared/permissions';
import { DEMO_ACCOUNT, DEMO_APP, type DrivesDesk, startDrivesDesk } from '../../../scripts/desk/drives.ts';
import { openLink } from '../colleagues.ts';
import { expect, POOLED_KEY, test as base } from '../fixtures.ts';
import { startServer } from '../server.ts';

interface OfDrives {
  /** Opens the drives of a workspace as a new person of that role; others' machines may be asked there. */
  openDrives: (role: Role, workspace: string) => Promise<Page>;
}

/** With a server of its own, as `npm run dev:drives` has it: drives of Google and Lark that one edits. */
export const test = base.extend<OfDrives, { chat: unknown; desk: DrivesDesk }>({
  desk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const desk = await startDrivesDesk(0);
      await provide(desk);
      await desk.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ ai, desk }, provide) => {
      const drives = { ...desk.env, DRIVE_POLL_SECONDS: '2' };
      const server = await startServer({ ...ai.env, ...drives, ANTHROPIC_API_KEY: POOLED_KEY });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  openDrives: async ({ browser, server }, provide) => {
    const contexts: { close(): Promise<void> }[] = [];
    await provide(async (role, workspace) => {
      const context = await browser.newContext({ baseURL: server.origin });
      contexts.push(context);
      const page = await context.newPage();
      await openLink(page, await server.invite(role, 'Robin Example', workspace));
      await page.goto(`/${workspace}/settings/drives`);
      await expect(page.getByRole('heading', { name: 'Drives', level: 1 })).toBeVisible();
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** The one that was opened last: one before it may still be fading. */
export const dialog = (page: Page) => page.getByRole('dialog').last();
export const card = (page: Page, name: RegExp) => page.getByRole('article', { name });

export async function chooseToConnect(page: Page, what: RegExp) {
  await page.getByRole('button', { name: 'Connect', exact: true }).first().press('Enter');
  await page.getByRole('menuitem', { name: what }).press('Enter');
}

/** Consents at the stand-in of Google; what is to be picked is asked for then. */
export async function connectGoogle(page: Page) {
  await chooseToConnect(page, /^Google Drive Use your Google account/);
  await page.getByLabel('Account').selectOption(DEMO_ACCOUNT);
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(dialog(page)).toContainText('No folders picked');
}

export async function connectApp(page: Page, kind: 'Lark Drive' | 'Feishu Drive', secret = DEMO_APP.secret) {
  await chooseToConnect(page, new RegExp(`^${kind}`));
  await dialog(page).getByLabel('App ID').fill(DEMO_APP.id);
  await dialog(page).getByLabel('App Secret', { exact: true }).fill(secret);
  await dialog(page).getByRole('button', { name: 'Connect' }).click();
}

/** Picks a folder by keyboard alone. */
export async function pickFolder(page: Page, within: string, folder: string, department?: string) {
  await dialog(page)
    .getByRole('button', { name: `Open ${within}` })
    .press('Enter');
  await expect(dialog(page).getByRole('heading', { name: within })).toBeFocused();
  await dialog(page).getByRole('checkbox', { name: folder }).press('Space');
  const select = dialog(page).getByLabel(`Department of ${folder}`);
  if (department !== undefined) await select.selectOption(department);
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog(page)).toBeHidden();
}
