import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from '../fixtures.ts';

test('a course is found, and its modules and their content are read', async ({ page, signInAs }) => {
  await signInAs('content_manager');
  await openFromMenu(page, 'Courses');
  await page.getByLabel('Search title').fill('warehouse');
  await expect(page.getByText('1–1 of 1 course')).toBeVisible();
  await page.getByRole('link', { name: 'Warehouse safety' }).click();
  await expect(page).toHaveTitle(/Warehouse safety/);
  const modules = page.getByRole('table', { name: 'Modules' });
  await expect(modules.getByRole('row').filter({ hasText: 'Working in the cold store' })).toContainText(
    'Waiting for review',
  );
  await expectAccessible(page);

  await modules.getByRole('link', { name: 'On foot around forklifts' }).click();
  await expect(page.getByRole('list', { name: 'Flashcards' }).getByRole('listitem')).toHaveCount(8);
  await expect(page.getByRole('region', { name: /Quiz/ })).toContainText('Correct: The key has been removed');
  await expect(page.getByRole('main').getByText('Published', { exact: true })).toHaveCount(1);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Warehouse safety' }).click();
  await modules.getByRole('link', { name: 'Working in the cold store' }).click();
  await expect(page.getByRole('region', { name: /Flashcards/ })).toContainText(/Submitted by .*, in round 1/);
});

test('courses are shown accessibly on a phone', { tag: '@deep' }, async ({ page, signInAs }) => {
  await page.setViewportSize(PHONE);
  await signInAs('content_manager');
  await page.goto('/demo/courses');
  await expect(page.getByRole('link', { name: 'Warehouse safety' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Warehouse safety' }).click();
  await page.getByRole('link', { name: 'On foot around forklifts' }).click();
  await expect(page.getByRole('heading', { name: /Quiz/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('a course that is not there says so', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/demo/courses/01a1fdc7-ee69-7411-88f1-78f16560c19d');
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/demo/courses?q=nothing+of+that+name');
  await page.getByRole('button', { name: 'Show all courses' }).click();
  await expect(page.getByRole('link', { name: 'Warehouse safety' })).toBeVisible();
});
