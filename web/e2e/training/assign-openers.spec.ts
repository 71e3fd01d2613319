import type { Page } from '@playwright/test';
import { expect, openFromMenu, test } from '../fixtures.ts';
import { button, publish } from './training-parts.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const preview = (page: Page) => dialog(page).getByRole('region', { name: 'What this does' });
const chosen = (page: Page, name: string) => dialog(page).getByRole('button', { name: new RegExp(`^Remove ${name}`) });

async function choose(page: Page, field: string, name: string) {
  await dialog(page).getByRole('combobox', { name: field }).fill(name);
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click();
}

async function assign(page: Page, made: string) {
  await expect(preview(page)).toContainText(/\d+ newly assigned/);
  await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText(made)).toBeVisible();
  await expect(dialog(page)).toBeHidden();
}

const TITLE = 'Ladders at the ramp';

test(
  'from a course, a person, selected people and a row of analytics the dialog opens with them chosen',
  { tag: '@deep' },
  async ({ page, server, signInAs, trainer, reviewer }) => {
    const id = await publish(trainer, reviewer, TITLE, false);
    const { course } = await trainer.api.modules.get.query({ id });
    for (const name of ['Olga Opener', 'Otto Opener']) {
      await server.invite('learner', name, 'demo', `${name.split(' ')[0]!.toLowerCase()}.opener@browser-tests.example`);
    }
    await signInAs('super_admin');

    await page.goto(`/demo/courses/${course.id}`);
    await button(page, 'Assign…').click();
    await expect(chosen(page, `All of ${course.title}`)).toBeVisible();
    await choose(page, 'Departments, roles and people', 'Olga Opener');
    await assign(page, 'The module was assigned.');

    await page.goto('/demo/people?q=Otto+Opener');
    await page.getByRole('link', { name: 'Otto Opener' }).click();
    await expect(page.getByRole('heading', { name: 'Otto Opener', level: 1 })).toBeVisible();
    await button(page, 'Assign…').click();
    await expect(chosen(page, 'Otto Opener')).toBeVisible();
    await choose(page, 'Modules and courses', TITLE);
    await assign(page, 'The module was assigned.');
    await expect(page.getByRole('table', { name: 'Training' })).toContainText(TITLE);

    await page.goto('/demo/people?q=Opener');
    await page.getByRole('checkbox', { name: 'Select everyone on this page' }).click();
    await page.getByRole('group', { name: 'Selected people' }).getByRole('button', { name: 'Assign' }).click();
    await expect(chosen(page, 'Olga Opener')).toBeVisible();
    await expect(chosen(page, 'Otto Opener')).toBeVisible();
    await choose(page, 'Modules and courses', TITLE);
    // Both have it already.
    await expect(preview(page)).toContainText('2 assignments, one for each module and audience');
    await expect(preview(page)).not.toContainText('newly assigned');
    await page.keyboard.press('Escape');

    await openFromMenu(page, 'Analytics');
    const row = page.getByRole('table', { name: 'Overdue' }).getByRole('row').nth(1);
    const name = await row.getByRole('rowheader').getByRole('link').innerText();
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: /^Assign/ }).click();
    await expect(chosen(page, name)).toBeVisible();
    await choose(page, 'Modules and courses', TITLE);
    // The row's own module is chosen, too.
    await assign(page, '2 assignments were made.');
  },
);

test(
  'Enter takes the first match of a search, and never sends the form during one',
  { tag: '@deep' },
  async ({ page, server, signInAs, trainer, reviewer }) => {
    await publish(trainer, reviewer, 'Chocks and wedges', false);
    await server.invite('learner', 'Enno Enter', 'demo', 'enno.enter@browser-tests.example');
    await signInAs('super_admin');
    await page.goto('/demo/assignments#assign');
    const modules = dialog(page).getByRole('combobox', { name: 'Modules and courses' });
    const audiences = dialog(page).getByRole('combobox', { name: 'Departments, roles and people' });
    const first = page.getByRole('option', { selected: false }).first();
    await modules.fill('Chocks and');
    await expect(first).toHaveAttribute('data-active', 'true');
    await modules.press('Enter');
    await expect(chosen(page, 'Chocks and wedges')).toBeVisible();
    await audiences.fill('enno.en');
    await expect(first).toHaveAttribute('data-active', 'true');
    await audiences.press('Enter');
    await expect(chosen(page, 'Enno Enter')).toBeVisible();
    await expect(preview(page)).toContainText('1 newly assigned');

    await audiences.fill('nobody of this name');
    await audiences.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await audiences.fill('');
    await assign(page, 'The module was assigned.');
  },
);
