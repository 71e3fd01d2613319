import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures.ts';
import { choice, writeModule } from '../review/review-parts.ts';

test('an author and a reviewer see a whole module as its learners do, and nothing of it is stored', async ({
  page,
  signInAs,
  trainer,
}) => {
  const questions = [choice('Which extinguisher is for oil?', 'Foam', ['Water'], 'Water spreads burning oil.')];
  const { id, address, cards } = await writeModule(trainer, 'Burning oil', { questions });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /learning\./.test(request.url())) calls.push(request.url());
  });
  const preview = page.getByRole('main');
  await signInAs('trainer');
  await page.goto(address);
  await page.getByRole('link', { name: 'Preview', exact: true }).press('Enter');
  await expect(preview).toContainText('Nothing here is counted or stored.');
  await expect(preview).toContainText(cards[0]!.front);
  await expect(preview).not.toContainText(cards[0]!.back);
  await preview.getByRole('button', { name: 'Show answer' }).press('Enter');
  await expect(preview).toContainText(cards[0]!.back);
  await expect(preview).toContainText('1 of 1 done');
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Go to quiz' }).press('Enter');
  await preview.getByRole('radio', { name: 'Water' }).press('Space');
  await preview.getByRole('button', { name: 'Answer', exact: true }).press('Enter');
  await expect(preview).toContainText('Incorrect');
  await expect(preview).toContainText('Water spreads burning oil.');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Burning oil' }).click();
  await expect(page.getByRole('link', { name: 'Preview', exact: true })).toBeVisible();
  await trainer.api.reviews.submit.mutate({ module_id: id });
  await signInAs('content_manager');
  await page.goto(`/demo/reviews/${id}`);
  await page.getByRole('link', { name: 'Preview', exact: true }).click();
  await expect(preview).toContainText(cards[0]!.front);
  expect(calls).toEqual([]);
});
