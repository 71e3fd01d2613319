import { PHONE, POOLED_KEY, expect, expectAccessible, expectNoSidewaysScroll, test as base } from '../fixtures.ts';
import { startServer } from '../server.ts';

/** With a server of its own, whose workspaces may spend $25 a month on the pooled key. */
const test = base.extend<object, { ai: unknown }>({
  server: [
    async ({ ai }, provide) => {
      const limited = await startServer({ ...ai.env, ANTHROPIC_API_KEY: POOLED_KEY, AI_POOLED_MONTHLY_USD: '25' });
      await provide(limited);
      await limited.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

const monthOf = (date: Date) => date.toISOString().slice(0, 7);

test(
  'what is spent on pooled keys is shown by month, warned of from 80 % on, and said to be spent',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    const now = new Date();
    const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
    await server.createWorkspace('spending');
    await server.spendPooled('spending', monthOf(last), 7.5);
    await signInAs('super_admin', 'Robin Example', 'spending');
    await page.goto('/spending/settings/usage');
    const budget = page.getByRole('region', { name: /^Pooled keys in / });
    await expect(budget).toContainText(
      /\$0\.00 spent of (US)?\$25\.00\. The next month’s amount begins on 1 \w+ \(UTC\)/,
    );
    await expect(budget).toContainText(/Before: \w+ \d{4} (US)?\$7\.50/);
    await expect(budget.getByRole('alert')).toHaveCount(0);

    await server.spendPooled('spending', monthOf(now), 20);
    await page.reload();
    const alert = budget.getByRole('alert', { name: '80 % of this month’s amount is spent or reserved' });
    await expect(alert).toContainText('Add your own key, or ask the operator for a larger amount.');
    await expect(budget).toContainText(/\$20\.00 spent of (US)?\$25\.00/);
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await server.spendPooled('spending', monthOf(now), 25);
    await page.reload();
    await expect(budget.getByRole('alert', { name: 'This month’s amount is spent' })).toContainText(
      'off until the month ends',
    );
    await expectAccessible(page);
  },
);
