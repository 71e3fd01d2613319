import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { type Person, openAs } from '../colleagues.ts';
import type { TestServer } from '../server.ts';
import { publish } from '../training/training-parts.ts';

const PIN = '482915';

/** Someone who studies on the tablet: one module that nobody else opens, and languages that nobody else chooses. */
export interface Student {
  id: string;
  name: string;
  number: string;
  module: string;
  languages: readonly string[];
}

const PEOPLE = [
  { name: 'Zoraida Quill', number: 'q-71041', module: 'Zebra crossings', languages: ['en', 'de'] },
  { name: 'Wolfram Yost', number: 'y-71042', module: 'Yellow barrels', languages: ['es', 'pl'] },
  { name: 'Xenia Vogt', number: 'v-71043', module: 'Violet cables', languages: ['ar'] },
] as const;

/** Posts JSON as the console does, without any cookie. */
const post = (origin: string, path: string, body: object) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  });

/** Makes the demo workspace one with shared devices, and people with a PIN. */
export async function makeStudents(
  browser: Browser,
  server: TestServer,
  trainer: Person,
  reviewer: Person,
  people: readonly Omit<Student, 'id'>[] = PEOPLE,
) {
  const admin = await openAs(browser, server, 'super_admin', 'Ada Admin');
  const { name, time_zone } = await admin.api.workspace.get.query();
  const settings = { people_without_email: true, pin_sign_in: true, shared_devices: true };
  await admin.api.workspace.update.mutate({ name, time_zone, ...settings });
  const students: Student[] = [];
  for (const { name: full_name, number, module, languages } of people) {
    await publish(trainer, reviewer, module, false);
    const { id } = await admin.api.users.save.mutate({ full_name, external_id: number, email: null });
    const { codes } = await admin.api.pins.createCodes.mutate({ user_ids: [id] });
    const chosen = await post(server.origin, '/api/auth/sign-in/pin-code', {
      workspace: 'demo',
      code: codes[0]?.code,
      pin: PIN,
    });
    expect(chosen.status).toBe(200);
    students.push({ id, name: full_name, number, module, languages });
  }
  return { admin, students };
}

/** Ways in which a turn ends, or doesn't: each leaves the page on which the next person signs in. */
const ENDS = {
  'locks it': async (page: Page) => {
    const signOut = page.getByRole('button', { name: 'Sign out' });
    // What has just begun may close the menu.
    await expect(async () => {
      if (!(await signOut.isVisible())) await page.getByRole('button', { name: /^Account of/ }).click();
      await signOut.click({ timeout: 2_000 });
    }).toPass();
    return page;
  },
  'hides it': async (page: Page) => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    return page;
  },
  'is frozen': async (page: Page) => {
    // Browsers freeze only pages that have been hidden for minutes.
    await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
    return page;
  },
  'reloads it': async (page: Page) => {
    await page.reload();
    return page;
  },
  'goes back': async (page: Page) => {
    await page.goBack().catch(() => undefined);
    await page.goto('/');
    return page;
  },
  'closes the page': (page: Page) => another(page, true),
  'opens another page': (page: Page) => another(page, false),
  'crashes it': async (page: Page) => {
    void page.goto('chrome://crash').catch(() => undefined);
    await page.waitForEvent('crash');
    return another(page, true);
  },
  'loses the network, and hides it': async (page: Page) => {
    const context = page.context();
    const { origin } = new URL(page.url());
    await context.setOffline(true);
    // It may go before it answers.
    void ENDS['hides it'](page).catch(() => undefined);
    const next = await context.newPage();
    await page.close();
    // With no page that is on its way: a browser has hung there.
    await context.setOffline(false);
    await next.goto(origin);
    return next;
  },
  'kills the browser, which restores its cookies': async (page: Page) => {
    const context = page.context();
    const storageState = await context.storageState({ indexedDB: true });
    const browser = context.browser();
    if (!browser) throw new Error('There is no browser.');
    await context.close();
    const restored = await browser.newContext({ storageState, baseURL: new URL(page.url()).origin });
    const next = await restored.newPage();
    await next.goto('/');
    return next;
  },
} satisfies Record<string, (page: Page) => Promise<Page>>;

async function another(page: Page, isClosed: boolean): Promise<Page> {
  const { origin } = new URL(page.url() === '' || page.url().startsWith('chrome') ? 'http://unknown' : page.url());
  const next = await page.context().newPage();
  if (isClosed) await page.close().catch(() => undefined);
  await next.goto(origin === 'http://unknown' ? '/' : origin);
  if (!isClosed) {
    await expect(page.getByLabel('Employee number')).toBeVisible();
    await page.close();
  }
  return next;
}

export const ends = Object.keys(ENDS) as (keyof typeof ENDS)[];

/** Signs somebody in on the device, and studies: opens their module, and chooses a language. */
export async function takeTurn(page: Page, { id, name, number, module, languages }: Student, turn: number) {
  await page.getByLabel('Employee number').fill(number);
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible();
  // The first page leads on to it.
  await expect(page.getByRole('heading', { name: 'My training', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByLabel('Search library').fill(module);
  await page.getByRole('link', { name: module, exact: true }).click();
  await expect(page.getByRole('heading', { name: module, level: 1 })).toBeVisible();
  const go = page.getByRole('button', { name: /^(?:Start|Continue|Go to quiz)$/ }).first();
  if ((await go.textContent()) === 'Start') await go.click();
  // Its answer may come once someone else has signed in.
  await page.evaluate(
    ([header, language]) => {
      void fetch('/api/trpc/users.chooseLanguage', {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header]: 'demo' },
        body: JSON.stringify({ language }),
      });
    },
    [WORKSPACE_HEADER, languages[turn % languages.length] ?? 'en'] as const,
  );
  return { id };
}

/** Ends a turn in a way. Returns the page on which the next person signs in, once nobody is signed in. */
export async function handOver(page: Page, way: keyof typeof ENDS): Promise<Page> {
  const next = await ENDS[way](page);
  await expect(next.getByLabel('Employee number')).toBeVisible();
  return next;
}

/** Returns all that a page and its browser still have, as text, and whoever is signed in. */
export async function readTraces(page: Page): Promise<string> {
  const seen = await page.evaluate(async () => {
    const calls = ['session.current', 'users.list', 'learning.mine', 'learning.library'];
    const cached = calls.map(async (call) => {
      const only = { cache: 'only-if-cached', mode: 'same-origin' } as const;
      return fetch(`/api/trpc/${call}`, only).then(
        (answer) => answer.text(),
        () => '',
      );
    });
    const current = await fetch('/api/trpc/session.current');
    return JSON.stringify([
      [document.title, document.documentElement.outerHTML, location.href, document.cookie, window.name],
      [current.status, await current.text(), ...(await Promise.all(cached))],
      [Object.entries(localStorage), Object.entries(sessionStorage), await caches.keys()],
      [history.state, navigation.entries().map((entry) => [entry.url, entry.getState()])],
      performance.getEntries().map(({ name }) => name),
    ]);
  });
  const state = await page.context().storageState({ indexedDB: true });
  return `${seen} ${JSON.stringify(state.origins)}`;
}

/** Fails if a trace of someone is left, or somebody is signed in. */
export async function expectNobody(page: Page, { id, name, number, module }: Student): Promise<void> {
  const traces = await readTraces(page);
  for (const mark of [id, name, number, module, module.replace(' ', '+'), encodeURIComponent(module)]) {
    expect(traces).not.toContain(mark);
  }
  expect(traces).toContain('not_signed_in');
}

/** Fails if a row of someone is another's. Returns the number of rows. */
export async function expectOwnRows(admin: Person, students: readonly Student[]): Promise<number> {
  let rows = 0;
  for (const { id, module, languages } of students) {
    const { training } = await admin.api.users.training.query({ id });
    expect(training.map((each) => each.module)).toEqual([module]);
    rows += training.length;
    for (let offset = 0; ; offset += 500) {
      const { events } = await admin.api.audit.list.query({
        by: id,
        action: 'user.language_chosen',
        offset,
        limit: 500,
      });
      for (const { changes } of events) expect(languages).toContain(JSON.parse(JSON.stringify(changes)).language[1]);
      rows += events.length;
      if (events.length < 500) break;
    }
  }
  return rows;
}

/** Sets a tablet up. */
export async function setUpTablet(context: BrowserContext, admin: Person): Promise<Page> {
  const input = { name: 'Tablet at gate 3', shows: 'number', department_id: null, manager_id: null } as const;
  const { url } = await admin.api.sharedDevices.enrol.mutate(input);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByLabel('Employee number')).toBeVisible();
  return page;
}
