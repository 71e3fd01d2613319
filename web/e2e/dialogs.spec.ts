import { expect, openFromMenu, test } from './fixtures.ts';

test('a dialog stands where it appears, so that a press on its button that has begun is not lost', async ({
  page,
  signInAs,
}) => {
  await signInAs('super_admin');
  await openFromMenu(page, 'Departments');
  const places = page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const button = () => [...document.querySelectorAll('[role=dialog] button')].at(-1);
    while (button() === undefined) await frame();
    const seen = new Set<number>();
    for (let n = 0; n < 40; n++) {
      seen.add(Math.round(button()?.getBoundingClientRect().top ?? 0));
      await frame();
    }
    return seen.size;
  });
  await page.getByRole('button', { name: 'Delete Transport' }).click();
  expect(await places).toBe(1);
  await expect(page.getByRole('button', { name: 'Delete department' })).toBeVisible();
});
