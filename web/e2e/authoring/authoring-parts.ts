import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { dialog } from '../review/review-parts.ts';

export const front = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Front of card ${number}`, exact: true });
export const back = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Back of card ${number}`, exact: true });
export const flashcards = (page: Page) => page.getByRole('region', { name: /^Flashcards/ });
export const saved = (page: Page) => expect(flashcards(page)).toContainText(/Saved/);

/** As somebody does who has no mouse. */
export async function press(button: Locator) {
  await button.focus();
  await button.press('Enter');
}

/** What its authors do with a module as a whole. */
export const barButton = (page: Page, name: string) =>
  page.getByRole('region', { name: 'This module', exact: true }).getByRole('button', { name });

export async function confirm(page: Page, name: string) {
  await press(barButton(page, name));
  await press(dialog(page).getByRole('button', { name }));
}

export async function type(page: Page, field: Locator, text: string) {
  await field.focus();
  await page.keyboard.type(text);
}

export async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
  await (await choosing).setFiles(file);
}
