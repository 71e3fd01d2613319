import path from 'node:path';
import { type Page, test as base, expect } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import type { Role } from '@training/shared/permissions';
import { type AiStandIn, keyFor, startAiStandIn } from '../../server/test/ai/stand-in.ts';
import { type ChatStandIn, startChatStandIn } from '../../server/test/chat/stand-in.ts';
import { type Person, openAs, openLink } from './colleagues.ts';
import { lookUpInLanguage } from './in-language.ts';
import { isMeasured, noteMeasured, OF_COLOURS } from './frame/contrast.ts';
import { type TestServer, startServer } from './server.ts';

export { expect, keyFor };

interface Fixtures {
  /** Opens a workspace, `demo` unless told, as a new person of that role, through their sign-in link. */
  signInAs: (role: Role, fullName?: string, workspace?: string) => Promise<void>;
  /** Fails the test when the page breaks a promise that no single test is about. */
  promises: undefined;
}

interface WorkerFixtures {
  /** Servers that speak the AI providers' protocols; `keyFor` makes keys for them. */
  ai: AiStandIn;
  /** Servers that speak the protocols of chat services; `chatAddressFor` makes addresses for them. */
  chat: ChatStandIn;
  /** It sends events to this machine too. It has a pooled key for generation, and none for transcription. */
  server: TestServer;
  /** Writes for the warehouse, as the trainer does whose browser is tested; what they do is done by procedures. */
  trainer: Person;
  reviewer: Person;
}

export const POOLED_KEY = keyFor('good', 'pooled');

export const test = base.extend<Fixtures, WorkerFixtures>({
  ai: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const ai = await startAiStandIn();
      await provide(ai);
      await ai.stop();
    },
    { scope: 'worker' },
  ],

  chat: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const chat = await startChatStandIn();
      await provide(chat);
      await chat.stop();
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ ai, chat }, provide) => {
      const server = await startServer({ ...ai.env, ...chat.env, ANTHROPIC_API_KEY: POOLED_KEY });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],

  trainer: [
    async ({ browser, server }, provide) => {
      const trainer = await openAs(browser, server, 'trainer', 'Toni Berger');
      await provide(trainer);
      await trainer.leave();
    },
    { scope: 'worker' },
  ],

  reviewer: [
    async ({ browser, server }, provide) => {
      const reviewer = await openAs(browser, server, 'content_manager', 'Ines Moreau');
      await provide(reviewer);
      await reviewer.leave();
    },
    { scope: 'worker' },
  ],

  page: async ({ page }, provide) => {
    lookUpInLanguage(page);
    await provide(page);
  },

  baseURL: async ({ server }, provide) => provide(server.origin),

  signInAs: async ({ page, server }, provide) => {
    await provide(async (role, fullName = 'Robin Example', workspace = 'demo') => {
      await openLink(page, await server.invite(role, fullName, workspace));
      await page.goto(`/${workspace}`);
      await expect(page.getByRole('button', { name: `Account of ${fullName}` })).toBeVisible();
    });
  },

  promises: [
    async ({ page, server }, provide) => {
      const broken: string[] = [];
      page.on('pageerror', (error) => broken.push(`threw ${error.message}`));
      page.on('console', (message) => {
        // A refused request is what some tests are about; the browser words it as an error.
        const isRefusal = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isRefusal) broken.push(`said ${message.text()}`);
      });
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== server.origin) broken.push(`asked for ${request.url()}`);
      });
      await provide(undefined);
      expect(broken, 'errors, violations of the policy and requests to other machines').toEqual([]);
    },
    { auto: true },
  ],
});

/** A page's place in the menu, whatever waits there: “Review, 3 waiting”. */
export const inMenu = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: new RegExp(`^${title}(,|$)`) });

/** Opens a page by its place in the menu. */
export async function openFromMenu(page: Page, title: string): Promise<void> {
  await inMenu(page, title).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
}

/** Views that axe has measured in this worker. */
const measuredViews = new Set<string>();

/** Returns which page or dialog is shown, and how wide, whatever it is about. */
async function viewOf(page: Page): Promise<string> {
  const path = new URL(page.url()).pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id');
  const dialogs = await page.getByRole('dialog').count();
  const title = dialogs > 0 ? await page.getByRole('dialog').last().getByRole('heading').allTextContents() : [];
  return [path, ...title, page.viewportSize()?.width].join(' ');
}

/**
 * By WCAG 2.2 A and AA and axe's own good practices; of the dark scheme its colours, for the rest is the same page.
 * Colours are measured where a text looks as none that was measured before. Each page and dialog is measured once, and
 * in each state with AXE=everywhere, as `npm run test:deep` has it.
 */
export async function expectAccessible(
  page: Page,
  isShownIn = (colorScheme: ColorScheme) =>
    expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme),
): Promise<void> {
  const view = await viewOf(page);
  if (measuredViews.has(view) && process.env['AXE'] !== 'everywhere') return;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await isShownIn(colorScheme);
    await page.evaluate(settle);
    const isKnown = await isMeasured(page);
    if (isKnown && colorScheme === 'dark') continue;
    const { violations, looks } = await whileStill(page, () =>
      runAxe(page, isKnown ? WITHOUT_COLOURS : WITH_COLOURS[colorScheme]),
    );
    expect(violations, `axe, ${colorScheme}`).toEqual([]);
    noteMeasured(looks);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  measuredViews.add(view);
}

/**
 * Measures again if something began to fade meanwhile, such as a notice that goes by itself, or if something is wrong:
 * a notice that goes without motion is there for a moment, and so is a page that loads anew. What is wrong stays.
 */
async function whileStill<T extends { violations: unknown[] }>(page: Page, measure: () => Promise<T>): Promise<T> {
  for (let round = 0; ; round++) {
    await page.evaluate(() => {
      const note = () => (document.documentElement.dataset['moved'] = 'true');
      delete document.documentElement.dataset['moved'];
      for (const event of ['transitionrun', 'animationstart']) document.addEventListener(event, note, { once: true });
    });
    const measured = await measure();
    const isStill = (await page.locator('html[data-moved]').count()) === 0;
    if (round === 5 || (isStill && measured.violations.length === 0)) return measured;
    await page.evaluate(settle);
  }
}

/**
 * Waits until nothing moves, because colours that are still fading would be measured half-way; what comes in begins to
 * fade a frame after it is drawn. What turns for as long as something loads never ends, and what is paused neither.
 */
async function settle(): Promise<void> {
  const began = performance.now();
  for (;;) {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    if (ending.length === 0) return;
    if (performance.now() - began > 30_000) {
      const names = ending.map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML : '?'));
      throw new Error(`Still moving: ${names.join(', ').slice(0, 500)}`);
    }
    // A promise of an animation that is replaced may never be settled.
    const late = new Promise((passed) => setTimeout(passed, 2_000));
    await Promise.race([late, Promise.all(ending.map(({ finished }) => finished.catch(() => null)))]);
  }
}

type ColorScheme = 'light' | 'dark';

const MEASURING: RunOptions = { resultTypes: ['violations', 'passes'], elementRef: true };
const WITH_COLOURS: Record<ColorScheme, RunOptions> = {
  light: MEASURING,
  dark: { ...MEASURING, runOnly: OF_COLOURS },
};
const WITHOUT_COLOURS: RunOptions = {
  resultTypes: ['violations'],
  rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])),
};

/** Axe comes into each page once: reading its half a megabyte takes as long as many of its rules. */
async function runAxe(page: Page, options: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([run, ofColours]) => {
      const { violations, passes } = await globalThis.axe.run(document, run);
      const passed = passes.filter(({ id }) => ofColours.includes(id)).flatMap(({ nodes }) => nodes);
      return {
        violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) })),
        looks: passed.flatMap(({ element }) => (element ? [globalThis.lookOf(element)] : [])),
      };
    },
    [options, OF_COLOURS] as const,
  );
}

declare global {
  // oxlint-disable-next-line no-var -- how TypeScript declares what a page's global object has
  var axe: typeof import('axe-core');
}

/** No page may be wider than the screen, once its charts have taken the width that it has now. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(tooWide, { message: 'pixels beyond the screen' }).toBeLessThanOrEqual(0);
}

export const PHONE = { width: 390, height: 844 };

/** Writes docs/screenshots/<name>.png, only when asked to, so that a test run leaves the checkout as it was. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env['UPDATE_SCREENSHOTS']) return;
  const file = path.resolve(import.meta.dirname, `../../docs/screenshots/${name}.png`);
  // What fades is shown as it ends.
  await page.screenshot({ path: file, animations: 'disabled' });
}
