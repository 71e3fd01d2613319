import type { Page } from '@playwright/test';
import type { TestServer } from './server.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from './fixtures.ts';
import { clientOf } from './review-parts.ts';

const rowOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem').filter({ hasText: title });

/** Pushes content as another system does. */
async function push(server: TestServer, ...contents: Record<string, string>[]) {
  const authorization = `Bearer ${await server.createToken('intake:create')}`;
  for (const content of contents) {
    const response = await fetch(`${server.origin}/api/v1/intake`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    expect(response.status).toBe(201);
  }
}

async function dismiss(page: Page, title: string, reason: string) {
  await rowOf(page, title)
    .getByRole('button', { name: `Dismiss ${title}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Dismiss this suggestion?' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, title)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Recommended', level: 1 })).toBeFocused();
}

test('a suggestion is dismissed with a reason, and that is undone twice', async ({ page, signInAs }) => {
  const title = 'Working in hot weather';
  await signInAs('content_manager', 'Kim Example');
  await openFromMenu(page, 'Recommended');
  await rowOf(page, title).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Must not be empty')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await dismiss(page, title, 'Summer is over');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(`“${title}” is pending again.`)).toBeVisible();
  await expect(rowOf(page, title)).toBeVisible();

  await dismiss(page, title, 'Covered by the induction');
  await page.getByRole('tab', { name: 'Dismissed' }).click();
  await expect(page).toHaveURL(/show=dismissed/);
  await expect(rowOf(page, title)).toContainText('by Kim Example: “Covered by the induction”');
  await rowOf(page, title)
    .getByRole('button', { name: `Undo the dismissal of ${title}` })
    .click();
  await expect(rowOf(page, title)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Recommended', level: 1 })).toBeFocused();
  await page.getByRole('tab', { name: 'Pending' }).click();
  await expect(rowOf(page, title)).toBeVisible();
});

test('a suggestion becomes a draft in a new course, which is filled while one looks on', async ({
  page,
  server,
  signInAs,
}) => {
  const content =
    '# Dock levellers\n\nNobody stands on the leveller while it moves. The lip is checked before each shift.';
  await push(server, {
    content,
    title: 'Dock levellers',
    source_name: 'Wiki',
    source_url: 'https://wiki.example/dock',
  });
  await signInAs('trainer');
  await openFromMenu(page, 'Recommended');
  await rowOf(page, 'Dock levellers').getByRole('button', { name: 'Accept Dock levellers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a module of this suggestion' });
  await expect(dialog.getByLabel('Title of the module')).toHaveValue('Dock levellers');
  await dialog.getByLabel('Course', { exact: true }).selectOption('A new course');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(dialog).toContainText('Must not be empty');
  await expectAccessible(page);
  await dialog.getByLabel('Title of the course').fill('At the dock');
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('heading', { name: 'Dock levellers', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Made of Dock levellers from Wiki');
  await expect(page.getByRole('textbox', { name: 'Front of card 1' })).not.toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Text of question 1' })).not.toHaveValue('');

  await openFromMenu(page, 'Recommended');
  await expect(rowOf(page, 'Dock levellers')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Accepted' }).click();
  await expect(rowOf(page, 'Dock levellers')).toContainText('by Robin Example: it became the module');
  await expectAccessible(page);
  await rowOf(page, 'Dock levellers').getByRole('link', { name: 'Dock levellers' }).last().click();
  await expect(page).toHaveURL(/courses/);
});

test('a course that is not among the first is searched for', async ({ page, server, signInAs }) => {
  await push(server, { content: 'Every rack has a label.', title: 'Rack labels', source_name: 'Wiki' });
  await signInAs('trainer');
  const { courses } = clientOf(page.context(), server.origin);
  const titles = Array.from({ length: 20 }, (_, rack) => `Rack ${rack + 1}`);
  await Promise.all(titles.map((title) => courses.create.mutate({ title, emoji: '📚' })));
  const { id } = await courses.create.mutate({ title: 'Signs and labels', emoji: '🏷️' });
  await page.goto('/demo/recommended');
  await page.getByRole('button', { name: 'Accept Rack labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a module of this suggestion' });
  const course = dialog.getByLabel('Course', { exact: true });
  await expect(course).toContainText('Rack 1');
  await expect(course).not.toContainText('Signs and labels');
  const search = dialog.getByLabel('Search all courses');
  await search.fill('of no course');
  await expect(dialog).toContainText('No course has “of no course” in its title.');
  await search.fill('signs and');
  await search.press('Enter');
  await expect(course).toHaveValue(id);
  await expect(dialog).toContainText('1 course matches.');
  await search.fill('');
  await expect(dialog).toContainText('are offered. Search for the others.');
  await expect(course).toHaveValue(id);
  await expectAccessible(page);
  await dialog.getByLabel('Generate flashcards').uncheck();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(new RegExp(id));
});

test('a reviewer moves a suggestion to another department', async ({ page, server, signInAs }) => {
  await push(server, { content: 'Gate 4 closes at eight.', title: 'Gate 4', source_name: 'Wiki' });
  await signInAs('content_manager');
  await openFromMenu(page, 'Recommended');
  await expect(rowOf(page, 'Gate 4')).toContainText('No department');
  await rowOf(page, 'Gate 4').getByRole('button', { name: 'Move Gate 4 to another department' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move to another department' });
  await dialog.getByLabel('Department').selectOption('Warehouse');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, 'Gate 4')).toContainText('Warehouse');
  await expect(rowOf(page, 'Gate 4').getByRole('button', { name: /^Accept/ })).toHaveCount(0);
});

test('what is pushed is shown as text, and the same text again leads to the first', async ({
  page,
  server,
  signInAs,
}) => {
  const content = '<h2 id="pushed">Ladders</h2>\n<img src="https://elsewhere.example/x.png" onerror="alert(1)">';
  await push(
    server,
    { content, title: 'Ladders, first', source_name: 'Wiki', source_url: 'https://wiki.example/ladders' },
    { content, title: 'Ladders, again', source_name: 'Newsletter' },
  );
  await signInAs('super_admin');
  await openFromMenu(page, 'Recommended');
  const again = rowOf(page, 'Ladders, again');
  await expect(again).toContainText('Near duplicate of an earlier one');
  await again.getByRole('link', { name: 'Ladders, again' }).click();
  await expect(page.getByRole('article')).toContainText(content);
  await expect(page.locator('#pushed, article img')).toHaveCount(0);
  await expect(page.getByRole('alert')).toContainText('from Wiki, pending');
  await expectAccessible(page);

  await page.getByRole('alert').getByRole('link', { name: 'Ladders, first' }).click();
  await expect(page.getByRole('heading', { name: 'Ladders, first' })).toBeVisible();
  const source = page.getByRole('link', { name: /in Wiki, opens a new tab/ });
  await expect(source).toHaveAttribute('href', 'https://wiki.example/ladders');
  await expect(source).toHaveAttribute('rel', 'noreferrer');

  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByLabel('Reason').fill('No ladders here');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('“No ladders here”')).toBeVisible();
});

test('a newer text of a page takes the place of the one that waits, which leads to it', async ({
  page,
  server,
  signInAs,
}) => {
  const source = { source_name: 'Wiki', source_url: 'https://wiki.example/pallets' };
  await push(
    server,
    { ...source, title: 'Pallets, first', content: 'Stack them five high.' },
    { ...source, title: 'Pallets, newer', content: 'Stack them four high.' },
  );
  await signInAs('content_manager');
  await openFromMenu(page, 'Recommended');
  await expect(rowOf(page, 'Pallets, newer')).toBeVisible();
  await expect(rowOf(page, 'Pallets, first')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Superseded' }).click();
  await expect(page).toHaveURL(/show=superseded/);
  await expect(rowOf(page, 'Pallets, first').getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await rowOf(page, 'Pallets, first').getByRole('link', { name: 'Pallets, newer' }).click();
  await expect(page.getByRole('heading', { name: 'Pallets, newer', level: 1 })).toBeVisible();
});

test('a suggestion that is not there says so', async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/demo/recommended/01a1fdc7-ee69-7411-88f1-78f16560c19d');
  await expect(page.getByRole('heading', { name: 'There is no page at this address', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Recommended' }).click();
  await expect(page.getByRole('tab', { name: 'Pending' })).toBeVisible();
});

test('the queue is shown accessibly, wide and on a phone', async ({ page, signInAs }) => {
  await signInAs('content_manager');
  await openFromMenu(page, 'Recommended');
  await expect(page.getByRole('list', { name: 'Suggestions' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.getByRole('tab', { name: 'Dismissed' }).click();
  await expect(rowOf(page, 'Canteen menu')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
