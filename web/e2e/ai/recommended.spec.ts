import type { Page } from '@playwright/test';
import type { TestServer } from '../server.ts';
import { clientOf } from '../colleagues.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openFromMenu, test } from '../fixtures.ts';

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

test(
  'a suggestion is dismissed with a reason, and that is undone twice',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    const title = 'Working in hot weather';
    await signInAs('content_manager', 'Kim Example');
    await openFromMenu(page, 'Recommended');
    await rowOf(page, title).getByRole('button', { name: 'Dismiss' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('Enter a reason')).toBeVisible();
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
  },
);

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
  await rowOf(page, 'Dock levellers').getByRole('button', { name: 'Create a module from Dock levellers' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a module from this suggestion' });
  await expect(dialog.getByLabel('Title of the module')).toHaveValue('Dock levellers');
  await dialog.getByLabel('Course', { exact: true }).selectOption('A new course');
  await dialog.getByRole('button', { name: 'Create module' }).click();
  await expect(dialog).toContainText('Enter a title');
  await expectAccessible(page);
  await dialog.getByLabel('Title of the course').fill('At the dock');
  await dialog.getByRole('button', { name: 'Create module' }).click();
  await expect(page.getByRole('heading', { name: 'Dock levellers', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Based on Dock levellers from Wiki');
  await expect(page.getByRole('textbox', { name: 'Front of card 1' })).not.toHaveValue('');
  await expect(page.getByRole('textbox', { name: 'Text of question 1' })).not.toHaveValue('');
  // More is made of the same, unless one says otherwise.
  await page.getByRole('button', { name: 'Generate: cards' }).click();
  const generate = page.getByRole('dialog', { name: 'Generate cards' });
  await expect(generate.getByLabel('Source', { exact: true })).toContainText('Dock levellers (Wiki)');
  await expectAccessible(page);
  await generate.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(generate).toBeHidden();
  await expect(page.getByRole('region', { name: /^Flashcards/ })).toContainText(/cards? made/);

  await openFromMenu(page, 'Recommended');
  await expect(rowOf(page, 'Dock levellers')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Accepted' }).click();
  await expect(rowOf(page, 'Dock levellers')).toContainText('by Robin Example as');
  await expectAccessible(page);
  await rowOf(page, 'Dock levellers').getByRole('link', { name: 'Dock levellers' }).last().click();
  await expect(page).toHaveURL(/courses/);
});

test('a course that is not among the first is searched for', { tag: '@deep' }, async ({ page, server, signInAs }) => {
  await push(server, { content: 'Every rack has a label.', title: 'Rack labels', source_name: 'Wiki' });
  await signInAs('trainer');
  const { courses } = clientOf(page.context(), server.origin);
  const titles = Array.from({ length: 20 }, (_, rack) => `Rack ${rack + 1}`);
  await Promise.all(titles.map((title) => courses.create.mutate({ title, emoji: '📚' })));
  const { id } = await courses.create.mutate({ title: 'Signs and labels', emoji: '🏷️' });
  await page.goto('/demo/recommended');
  await page.getByRole('button', { name: 'Create a module from Rack labels' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a module from this suggestion' });
  const course = dialog.getByLabel('Course', { exact: true });
  await expect(course).toContainText('Warehouse safety');
  await expect(course).not.toContainText('Signs and labels');
  const search = dialog.getByLabel('Search all courses');
  await search.fill('of no course');
  await expect(dialog).toContainText('No course has “of no course” in its title.');
  await search.fill('signs and');
  await search.press('Enter');
  await expect(course).toHaveValue(id);
  await expect(dialog).toContainText('1 course matches.');
  await search.fill('');
  await expect(dialog).toContainText('courses shown. Search for the others.');
  await expect(course).toHaveValue(id);
  await expectAccessible(page);
  await dialog.getByLabel('Generate flashcards').uncheck();
  await dialog.getByRole('button', { name: 'Create module' }).click();
  await expect(page).toHaveURL(new RegExp(id));
});

test('a reviewer moves a suggestion to another department', { tag: '@deep' }, async ({ page, server, signInAs }) => {
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
  await expect(rowOf(page, 'Gate 4').getByRole('button', { name: /^Create a module/ })).toHaveCount(0);
});

// rules/suggestions 12
test(
  'what is pushed is shown as text, and the same text again leads to the first',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
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
  },
);

test(
  'a newer text of a page takes the place of the one that waits, which leads to it',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
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
  },
);

// rules/suggestions 12
test(
  'a suggestion is read as Markdown, or as it was sent, and its excerpt has no marks',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    const content =
      '# Dock plates\n\nUse **both** hands, and read [the rules](https://wiki.example/rules).\n\n- Gloves\n- Boots';
    await push(server, { content, title: 'Dock plates', source_name: 'Wiki' });
    await signInAs('auditor');
    await openFromMenu(page, 'Recommended');
    await expect(rowOf(page, 'Dock plates')).toContainText('Use both hands, and read the rules. Gloves Boots');
    await rowOf(page, 'Dock plates').getByRole('link', { name: 'Dock plates' }).click();
    const text = page.getByRole('region', { name: 'Content' });
    await expect(text.getByRole('listitem')).toHaveText(['Gloves', 'Boots']);
    await expect(text.getByRole('link', { name: 'the rules' })).toHaveAttribute('rel', /noopener/);
    await expectAccessible(page);
    await text.getByRole('switch', { name: 'Source' }).press('Space');
    await expect(text).toContainText('Use **both** hands');
    await expect(text.getByRole('listitem')).toHaveCount(0);
    await expectAccessible(page);
  },
);

test('a text that nests without end is shown as it was sent', { tag: '@deep' }, async ({ page, server, signInAs }) => {
  const content = `${'> '.repeat(3_000)}Deep down.`;
  await push(server, { content, title: 'A deep text', source_name: 'Wiki' });
  await signInAs('auditor');
  await openFromMenu(page, 'Recommended');
  await rowOf(page, 'A deep text').getByRole('link', { name: 'A deep text' }).click();
  await expect(page.getByRole('region', { name: 'Content' })).toContainText('> > Deep down.');
});

test(
  'the queue and a suggestion change while one looks at them',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    // Nothing is asked for from time to time, so that only what is told live tells.
    await page.addInitScript(() => Object.assign(globalThis, { setInterval: () => 0 }));
    const source = { source_name: 'Wiki', source_url: 'https://wiki.example/straps' };
    await signInAs('auditor');
    await openFromMenu(page, 'Recommended');
    await expect(page.getByRole('tab', { name: 'Pending' })).toBeVisible();
    await push(server, { ...source, title: 'Straps, first', content: 'Two straps hold a load.' });
    await rowOf(page, 'Straps, first').getByRole('link', { name: 'Straps, first', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Straps, first', level: 1 })).toBeVisible();
    await push(server, { ...source, title: 'Straps, newer', content: 'Three straps hold a load.' });
    await expect(page.getByRole('main')).toContainText('by Straps, newer');
  },
);

test('a suggestion that is not there says so', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('auditor');
  await page.goto('/demo/recommended/01a1fdc7-ee69-7411-88f1-78f16560c19d');
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Recommended' }).click();
  await expect(page.getByRole('tab', { name: 'Pending' })).toBeVisible();
});

test('the queue is shown accessibly, wide and on a phone', { tag: '@deep' }, async ({ page, signInAs }) => {
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
