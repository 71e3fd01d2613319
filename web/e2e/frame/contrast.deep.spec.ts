import { expect, expectAccessible, test } from '../fixtures.ts';

test('colours that no page had before are measured, and those of the dark scheme too', async ({ page, signInAs }) => {
  // The page is measured several times.
  process.env['AXE'] = 'everywhere';
  await signInAs('learner');
  await expectAccessible(page);
  for (const [color, scheme] of [
    ['light-dark(#bbb, #fff)', 'light'],
    ['light-dark(#000, #555)', 'dark'],
  ]) {
    await page.evaluate((pale) => {
      const text = document.createElement('p');
      text.id = 'pale';
      text.textContent = 'Hard to read';
      text.style.color = pale!;
      document.querySelector('main')!.append(text);
    }, color);
    await expect(expectAccessible(page)).rejects.toThrow(`axe, ${scheme}`);
    await page.evaluate(() => document.querySelector('#pale')!.remove());
  }
  await expectAccessible(page);
});
