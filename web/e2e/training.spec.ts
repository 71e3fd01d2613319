import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, openLink, screenshot, test } from './fixtures.ts';
import { openAs } from './review-parts.ts';

test.use({ viewport: PHONE });

test('what people of the demo have to learn and have learnt, and what analytics says of them', async ({
  page,
  browser,
  server,
}) => {
  await openLink(page, await server.invite('learner', 'Amara Diallo', 'demo', 'amara.diallo@harbour-field.example'));
  await page.goto('/demo/training');
  await expect(page.getByRole('list', { name: 'Results' }).getByRole('listitem').first()).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await screenshot(page, 'my-training');

  const auditor = await openAs(browser, server, 'auditor', 'Alba Auditor');
  await auditor.page.goto('/demo/analytics');
  await expect(auditor.page.getByRole('table', { name: 'modules' })).toBeVisible();
  await expectNoSidewaysScroll(auditor.page);
  await auditor.page.setViewportSize({ width: 1280, height: 1000 });
  await expectAccessible(auditor.page);
  await screenshot(auditor.page, 'analytics');
  await auditor.leave();
});
