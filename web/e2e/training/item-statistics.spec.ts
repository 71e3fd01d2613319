import { MIN_ANSWERS_FOR_DISCRIMINATION } from '@training/shared/analytics/item-statistics';
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
    await page.getByRole('link', { name: 'How people answer' }).click();
    await expect(questions).toBeVisible();
  },
);

// rules/analytics 17
test(
  'while a published module is revised, its trainer sees beside each question how people answered it',
  { tag: '@deep' },
  async ({ page, trainer, signInAs }) => {
    const { api } = trainer;
    const { courses } = await api.courses.list.query({});
    const course = courses.find(({ title }) => title === 'Warehouse safety');
    const { modules } = await api.courses.get.query({ id: course!.id });
    const { id } = modules.findLast(({ status }) => status === 'published')!;
    await api.reviews.revise.mutate({ module_id: id });
    await signInAs('trainer');
    const address = `/demo/courses/${course!.id}/${id}`;
    await page.goto(address);
    await expect(
      page.getByText(`Statistics from ${MIN_ANSWERS_FOR_DISCRIMINATION} answers on: `).first(),
    ).toBeVisible();
    // The demo has fewer answers.
    await page.route(/analytics\.items/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text())
        .replaceAll(/"answered":\d+/g, '"answered":30')
        .replaceAll('"discrimination":null', '"discrimination":-0.1');
      await route.fulfill({ response, body });
    });
    await page.goto(address);
    const words = /Difficulty: \d+\s?% on average of 30 first answers\. Discrimination: .0\.1/;
    const statistics = page.getByRole('main').locator('summary').filter({ hasText: words });
    await expect(statistics).not.toHaveCount(0);
    const all = await statistics.count();
    await statistics.first().click();
    await expect(page.getByText('People who do well elsewhere get it wrong').first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    // A question that is worded anew has no answers yet.
    const question = page
      .getByRole('listitem')
      .filter({ has: page.locator('summary') })
      .first();
    await question.getByRole('textbox', { name: /^Text of question/ }).fill('Worded anew?');
    await expect(statistics).toHaveCount(all - 1);
  },
);
