import { expect, expectAccessible, expectNoSidewaysScroll, PHONE, test } from '../fixtures.ts';

test(
  'analytics leads from a module to the questions that people get wrong, and from there to the question',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('content_manager');
    await page.goto('/demo/analytics');
    const module = page.getByRole('table', { name: 'modules' }).getByRole('link').first();
    const title = await module.innerText();
    await module.click();
    await expect(page).toHaveURL(/[?&]module=/);
    const panel = page.getByRole('region', { name: 'Questions and cards' });
    const questions = panel.getByRole('list', { name: 'Questions, hardest first' });
    await expect(questions.getByText(/^Correct the first time: \d+ of \d+ \(\d+ %\)\.$/).first()).toBeVisible();
    await expect(
      questions
        .getByRole('listitem')
        .filter({ hasText: /^Correct: .+chosen by \d+ of \d+$/ })
        .first(),
    ).toBeVisible();
    await expect(
      panel
        .getByRole('list', { name: 'Cards' })
        .getByText(/\d+ of \d+/)
        .first(),
    ).toBeVisible();
    await expect(page.getByLabel('Module', { exact: true }).getByRole('option', { selected: true })).toHaveText(title);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    const question = questions.getByRole('link').first();
    const words = (await question.innerText()).replace(/^\d+\. /, '');
    await question.click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.locator('[id^="item-"]:focus-within')).toContainText(words);
    // rules/analytics 17
    const statistics = page
      .getByRole('main')
      .locator('summary')
      .filter({ hasText: /Difficulty: \d+\s?% on average of \d+ first answers/ });
    await statistics.first().click();
    await expect(page.getByText('Only first answers to the present wording count').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'How people answer' }).click();
    await expect(questions).toBeVisible();
  },
);
