import type { Browser, Page } from '@playwright/test';
import type { Role } from '@training/shared/permissions';
import { FORMS_WITH_STORED_INPUT, type FormWithStoredInput } from '../../src/lib/unsaved-input/stored-forms.ts';
import { chatAddressFor } from '../../../server/test/chat/stand-in.ts';
import { clientOf, openAs } from '../colleagues.ts';
import { expect } from '../fixtures.ts';
import { dialog } from '../review/review-parts.ts';
import { button, test } from '../training/training-parts.ts';
import { type Walk, WALKS, expectWords, textOf, type } from './words-forms.ts';
import { aSpokenQuestion, type Hands } from './words-made.ts';

/** What the server says while it takes nothing. */
const REFUSALS = {
  lock: { status: 423, app_code: 'content_locked', detail: 'It was locked a moment ago.' },
  conflict: { status: 409, app_code: 'conflict', detail: 'Somebody else was a moment faster.' },
};

/** From now on nothing that is sent arrives, or all of it is refused; what is read is read. */
async function refuse(page: Page, how: 'away' | keyof typeof REFUSALS) {
  await page.unroute('**/api/trpc/**');
  await page.route('**/api/trpc/**', (route) => {
    const url = new URL(route.request().url());
    if (route.request().method() !== 'POST' || url.pathname.includes('notifications.see')) return route.fallback();
    if (how === 'away') return route.abort();
    const { status, app_code, detail } = REFUSALS[how];
    const data = { code: 'CONFLICT', httpStatus: status, app_code, detail, request_id: 'request', errors: [] };
    const error = { error: { message: detail, code: -32_009, data } };
    const isBatch = url.searchParams.has('batch');
    return route.fulfill({ status, json: isBatch ? url.pathname.split(',').map(() => error) : error });
  });
}

async function open(page: Page, walk: Walk) {
  const field = walk.field(page);
  await walk.open?.(page);
  await expect(field).toBeVisible();
  return field;
}

async function survive(hands: Hands, walk: Walk) {
  const { page } = hands;
  const words = walk.words ?? 'Words that stay';
  await page.goto(await walk.at(hands));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = walk.field(page);
  await walk.open?.(page);
  await walk.also?.(page);
  await expect(field).toBeVisible();
  const given = await field.evaluate(textOf);
  await type(field, words);
  if (walk.send !== undefined) {
    const send = page.getByRole('button', { name: walk.send, exact: true, disabled: false }).last();
    const said = page.getByRole('alert');
    for (const how of ['away', 'lock', 'conflict'] as const) {
      await refuse(page, how);
      await send.click();
      const detail = how === 'away' ? 'The server didn’t answer' : REFUSALS[how].detail;
      await expect(said.filter({ hasText: detail })).toBeVisible();
      await expectWords(field, words);
    }
    await page.unroute('**/api/trpc/**');
  }
  if (await dialog(page).isVisible()) {
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expectWords(await open(page, walk), words);
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (walk.opensItself !== true) await open(page, walk);
  await expectWords(field, words);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('SECRET');
  const notice = page.getByRole('status').filter({ hasText: 'Restored what you typed' });
  await notice.getByRole('button', { name: 'Discard' }).click();
  await expect(notice).toHaveCount(0);
  if (walk.also === undefined && (await field.isVisible())) await expect.poll(() => field.evaluate(textOf)).toBe(given);
  const left = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('unsaved/')));
  await expect.poll(left).toEqual([]);
}

/** What the walks need, of whoever is signed in. */
function handsOf({
  browser,
  ...of
}: Pick<Hands, 'page' | 'server' | 'trainer' | 'reviewer'> & { browser: Browser }): Hands {
  const { page, server } = of;
  return {
    ...of,
    api: clientOf(page.context(), server.origin),
    chatAddress: chatAddressFor('slack', 'words'),
    another: (role) => openAs(browser, server, role, 'Somebody Else'),
  };
}

test('a recording that was not sent is there again after a reload, until it is sent', async ({
  page,
  browser,
  server,
  signInAs,
  trainer,
  reviewer,
}) => {
  await signInAs('learner');
  await page.context().grantPermissions(['microphone']);
  const hands = handsOf({ page, browser, server, trainer, reviewer });
  const { address } = await aSpokenQuestion(hands);
  await page.goto(address);
  await button(page, 'Record answer').click();
  await expect(page.getByRole('timer')).toContainText('0:01');
  await button(page, 'Stop').click();
  const recording = page.getByLabel('Your recording');
  await expect(recording).toBeVisible();
  await refuse(page, 'away');
  await button(page, 'Send recording').click();
  await expect(page.getByRole('status').filter({ hasText: 'Not sent yet' })).toContainText('kept in this browser');
  await page.unroute('**/api/trpc/**');
  await page.route(/grading\.uploadRecording/, (route) => route.abort());
  await page.reload();
  await expect(recording).toBeVisible();
  await expect.poll(() => recording.evaluate((audio: HTMLAudioElement) => audio.readyState)).toBeGreaterThan(0);
  await page.unroute(/grading\.uploadRecording/);
  await button(page, 'Send recording').click();
  await expect(page.getByLabel('What we heard')).toHaveValue(/^First I wash my hands/);
  const left = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const opening = indexedDB.open('unsent');
          opening.addEventListener('success', () => {
            const count = opening.result.transaction('recordings').objectStore('recordings').count();
            count.addEventListener('success', () => resolve(count.result));
          });
        }),
    );
  await expect.poll(left).toBe(0);
});

/**
 * All of them, and of trainers and super admins a few in `npm test`: whose page, dialog, picker and other fields are
 * kept in each of the ways that there are.
 */
const WALKED_OFTEN: Partial<Record<Role, FormWithStoredInput[]>> = {
  trainer: ['course', 'generate', 'grade', 'module settings'],
  super_admin: ['drive folders', 'person', 'replay span', 'webhook'],
};
const roles = [...new Set(FORMS_WITH_STORED_INPUT.map((form) => WALKS[form].who))];

for (const role of roles) {
  const forms = FORMS_WITH_STORED_INPUT.filter((form) => WALKS[form].who === role);
  const isOften = (form: FormWithStoredInput) => WALKED_OFTEN[role]?.includes(form) ?? true;
  walk(role, forms.filter(isOften));
  walk(
    role,
    forms.filter((form) => !isOften(form)),
    '@deep',
  );
}

function walk(role: Role, forms: FormWithStoredInput[], tag?: '@deep'): void {
  if (forms.length === 0) return;
  test(
    `nothing that a ${role} types is lost: ${forms.join(', ')}`,
    { tag: tag ?? [] },
    async ({ page, browser, server, signInAs, trainer, reviewer }) => {
      test.setTimeout(1_200_000);
      await signInAs(role);
      const hands = handsOf({ page, browser, server, trainer, reviewer });
      const lost: string[] = [];
      for (const form of forms) {
        // The others are walked through all the same.
        await test
          .step(form, () => survive(hands, WALKS[form]))
          .catch((error: unknown) => lost.push(`${form}: ${String(error)}`));
        await page.unrouteAll({ behavior: 'wait' });
        await page.evaluate(() => localStorage.clear());
      }
      expect(lost).toEqual([]);
    },
  );
}
