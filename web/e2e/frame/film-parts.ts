import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { type SmtpStandIn, startSmtpStandIn } from '../../../server/test/smtp-stand-in.ts';
import { BATTERIES } from '../authoring/battery-module.ts';
import { PHONE, POOLED_KEY, test as base, expect, expectNoSidewaysScroll, screenshot } from '../fixtures.ts';
import { LANGUAGE } from '../in-language.ts';
import { clippedTexts, controlsBeyond } from '../layout/layout-parts.ts';
import { startServer } from '../server.ts';

/** With a server that has a model and sends mail. */
export const test = base.extend<object, { ai: unknown; smtp: SmtpStandIn }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const smtp = await startSmtpStandIn();
      await provide(smtp);
      smtp.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ ai, smtp }, provide) => {
      const server = await startServer({ ...ai.env, ANTHROPIC_API_KEY: POOLED_KEY, SMTP_URL: smtp.url });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

const FOLDER = LANGUAGE === 'en' ? 'film' : `film/${LANGUAGE}`;

/** What the trainer writes, once more for each module. */
export const batteries = () => ({
  course: BATTERIES.course,
  cards: BATTERIES.cards.map((each) => ({ ...each, id: randomUUID() })),
  questions: BATTERIES.questions.map((each) => ({ ...each, id: randomUUID() })),
});

/**
 * A picture of the film: on a desktop in light, and on a phone in dark, there from `at` on. Neither may cut a text off.
 */
export async function frame(page: Page, name: string, at?: Locator): Promise<void> {
  const size = page.viewportSize() ?? PHONE;
  await expectWhole(page, `${name}, on a desktop`);
  await screenshot(page, `${FOLDER}/${name}`);
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expectNoSidewaysScroll(page);
  await expectWhole(page, `${name}, on a phone`);
  await at?.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
  await screenshot(page, `${FOLDER}/${name}-phone`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(size);
}

async function expectWhole(page: Page, where: string): Promise<void> {
  expect([...(await clippedTexts(page)), ...(await controlsBeyond(page))], where).toEqual([]);
}
