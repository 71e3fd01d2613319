import { Alert, Progress, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { AiBudget } from '@training/shared/ai-usage/ai-usage';
import { inMonths, utcDay } from '../../lib/dates.ts';
import { dollarsFor } from '../../lib/numbers.ts';

/** The workspace's spending on pooled keys: this month, its limit, and earlier months (rules/bounds 11). */
export function Budget({ budget }: { budget: AiBudget }) {
  const { month, spent_usd: spent, reserved_usd: reserved, limit_usd: limit, before } = budget;
  const inDollars = dollarsFor([spent, reserved, ...before.map(({ spent_usd }) => spent_usd)]);
  return (
    <section aria-labelledby="pooled-budget">
      <Stack gap="xs">
        <Title order={2} size="h3" id="pooled-budget">
          Pooled keys in {inMonths(month)}
        </Title>
        <Warning budget={budget} />
        {limit !== null && (
          <Progress.Root size="lg" aria-hidden>
            <Progress.Section withAria={false} value={percent(spent, limit)} color={COLORS[budget.level]} />
            <Progress.Section withAria={false} value={percent(reserved, limit)} color="gray.5" />
          </Progress.Root>
        )}
        <Text>
          {inDollars(spent)} spent{reserved > 0 && `, ${inDollars(reserved)} reserved for calls in progress`}
          {limit === null
            ? '. No limit is set for this installation.'
            : ` of ${dollarsFor([limit])(limit)}. The next month’s amount begins on ${utcDay(budget.renews_at)} (UTC).`}
        </Text>
        {before.length > 0 && (
          <Text size="sm" c="dimmed">
            Before: {before.map((past) => `${inMonths(past.month)} ${inDollars(past.spent_usd)}`).join(' · ')}
          </Text>
        )}
      </Stack>
    </section>
  );
}

const COLORS = { open: 'indigo', warned: 'yellow.5', exhausted: 'red.8' } as const;

const percent = (part: number, whole: number) => Math.min(100, (part / whole) * 100);

function Warning({ budget: { level, spent_usd, reserved_usd, limit_usd } }: { budget: AiBudget }) {
  if (level === 'open' || limit_usd === null) return null;
  const share = Math.floor(percent(spent_usd + reserved_usd, limit_usd));
  const title =
    level === 'exhausted' ? 'This month’s amount is spent' : `${share} % of this month’s amount is spent or reserved`;
  return (
    <Alert color={level === 'exhausted' ? 'red' : 'yellow'} icon={<IconAlertTriangle aria-hidden />} title={title}>
      {level === 'exhausted'
        ? 'AI features that use the pooled key are off until the month ends.'
        : 'AI features that use the pooled key stop when what is left can’t cover another call.'}{' '}
      Add your own key, or ask the operator for a larger amount.
    </Alert>
  );
}
