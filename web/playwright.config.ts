import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';
import { LANGUAGE } from './e2e/in-language.ts';

const asRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  // Each with a server of its own; more would not help on a small machine.
  workers: 2,
  // Generous, for a machine that has other work: a wait ends as soon as what it waits for is there.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  use: {
    locale: LANGUAGE === 'en' ? 'en-GB' : LANGUAGE,
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
