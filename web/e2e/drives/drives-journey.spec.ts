import type { Page } from '@playwright/test';
import type { DrivesDesk } from '../../../scripts/desk/drives.ts';
import { expect } from '../fixtures.ts';
import { decisionOn, dialog } from '../review/review-parts.ts';
import { connectApp, connectGoogle, pickFolder, test } from './drives-test.ts';

/** Edits a document as somebody does on the page of the demo's drives. */
async function edit(page: Page, name: string, change: (text: string) => string) {
  const text = page.getByLabel(`Text of ${name}`);
  await text.fill(change(await text.inputValue()));
  await page.getByRole('button', { name: `Save ${name}` }).click();
  await expect(page.getByText(/^Saved(?! automatically)/)).toBeVisible();
}

/** How long it may take from an edit to what it brings about, in milliseconds. */
const SOON = { timeout: 90_000 };

async function openDocuments(admin: Page, { url }: DrivesDesk) {
  const page = await admin.context().newPage();
  await page.goto(url);
  return page;
}

// The second one goes on with the module of the first.
test.describe.configure({ mode: 'serial' });
let moduleId = '';

test('an edited document becomes a suggestion and a module', async ({ desk, openDrives, trainer }) => {
  const { page } = trainer;
  const admin = await openDrives('super_admin', 'demo');
  await connectGoogle(admin);
  await pickFolder(admin, 'My Drive', 'Site handbook', 'Warehouse');
  await connectApp(admin, 'Lark Drive');
  await pickFolder(admin, 'My Space', 'Night shift', 'Warehouse');

  await page.goto('/demo/recommended');
  const suggestions = page.getByRole('list', { name: 'Suggestions' });
  const suggestion = (title: string) => suggestions.getByRole('link', { name: title, exact: true });
  await expect(async () => {
    await page.reload();
    await expect(suggestion('Working in the cold store')).toBeVisible({ timeout: 5_000 });
    await expect(suggestion('Fire doors')).toBeVisible({ timeout: 5_000 });
  }).toPass(SOON);

  const documents = await openDocuments(admin, desk);
  await edit(documents, 'Fire doors', (text) => `${text}\nA broken magnet is reported to facilities on the same day.`);
  await expect(async () => {
    await page.goto('/demo/recommended');
    await suggestion('Fire doors').click({ timeout: 5_000 });
    await expect(page.getByRole('article')).toContainText('A broken magnet is reported', { timeout: 5_000 });
  }).toPass(SOON);

  await page.getByRole('button', { name: /^Create a module/ }).click();
  await dialog(page).getByLabel('Course', { exact: true }).selectOption('A new course');
  await dialog(page).getByLabel('Title of the course').fill('Doors');
  await dialog(page).getByRole('button', { name: 'Create module' }).click();
  await expect(page.getByRole('textbox', { name: 'Front of card 1' })).not.toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Text of question 1' })).not.toHaveValue('');
  moduleId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
});

test(
  'the next edit of a document marks what a published module has left',
  { tag: '@deep' },
  async ({ desk, openDrives, trainer, reviewer }) => {
    const { page } = trainer;
    await page.reload();
    await trainer.api.reviews.submit.mutate({ module_id: moduleId });
    for (const section of ['flashcards', 'quiz'] as const) {
      await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, moduleId, section));
    }

    const documents = await openDocuments(await openDrives('super_admin', 'demo'), desk);
    await edit(documents, 'Fire doors', (text) => text.replaceAll(/never|clears|metre|alarm|magnet/g, 'always $&'));
    const notice = page.getByRole('status').filter({ hasText: 'The source has changed' });
    await expect(notice).toBeVisible(SOON);
    await notice.getByRole('link', { name: 'Compare old and new' }).click();
    await page.getByRole('button', { name: 'All of these are still right' }).click();
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('heading', { name: 'Nothing left to compare' })).toBeVisible();
  },
);
