import { Alert, Progress, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { PooledAiBudgetMonth } from '@training/shared/ai-usage/ai-usage';
import { formatMonth, formatUtcDay } from '../../lib/i18n/dates.ts';
import { createDollarFormatter } from '../../lib/i18n/numbers.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';

const t = translatorOf('provider-keys');

/** The workspace's spending on pooled keys: this month, its limit, and earlier months (rules/bounds 11). */
export function PooledKeyBudget({ budget }: { budget: PooledAiBudgetMonth }) {
  const { month, spent_usd: spent, reserved_usd: reserved, limit_usd: limit, before } = budget;
  const inDollars = createDollarFormatter([spent, reserved, ...before.map(({ spent_usd }) => spent_usd)]);
  return (
    <section aria-labelledby="pooled-budget">
      <Stack gap="xs">
        <Title order={2} size="h3" id="pooled-budget">
          {t('pooledKeysIn', { month: formatMonth(month) })}
        </Title>
        <Warning budget={budget} />
        {limit !== null && (
          <Progress.Root size="lg" aria-hidden>
            <Progress.Section withAria={false} value={percent(spent, limit)} color={COLORS[budget.level]} />
            <Progress.Section withAria={false} value={percent(reserved, limit)} color="gray.5" />
          </Progress.Root>
        )}
        <Text>
          {spentInWords(
            inDollars(spent),
            reserved > 0 ? inDollars(reserved) : null,
            limit === null ? null : createDollarFormatter([limit])(limit),
          )}{' '}
          {limit === null ? t('noLimitIsSet') : t('nextMonthBegins', { day: formatUtcDay(budget.renews_at) })}
        </Text>
        {before.length > 0 && (
          <Text size="sm" c="dimmed">
            {t('spentBefore', {
              months: joinWithDots(before.map((past) => `${formatMonth(past.month)} ${inDollars(past.spent_usd)}`)),
            })}
          </Text>
        )}
      </Stack>
    </section>
  );
}

function spentInWords(spent: string, reserved: string | null, limit: string | null): string {
  if (limit === null) return reserved === null ? t('spent', { spent }) : t('spentAndReserved', { spent, reserved });
  return reserved === null ? t('spentOf', { spent, limit }) : t('spentAndReservedOf', { spent, reserved, limit });
}

const COLORS = { open: 'indigo', warned: 'yellow.5', exhausted: 'red.8' } as const;

const percent = (part: number, whole: number) => Math.min(100, (part / whole) * 100);

function Warning({ budget: { level, spent_usd, reserved_usd, limit_usd } }: { budget: PooledAiBudgetMonth }) {
  if (level === 'open' || limit_usd === null) return null;
  const share = Math.floor(percent(spent_usd + reserved_usd, limit_usd));
  const title = level === 'exhausted' ? t('amountIsSpent') : t('shareIsSpent', { share });
  return (
    <Alert color={level === 'exhausted' ? 'red' : 'yellow'} icon={<IconAlertTriangle aria-hidden />} title={title}>
      {level === 'exhausted' ? t('pooledFeaturesAreOff') : t('pooledFeaturesWillStop')} {t('addOwnKeyOrAsk')}
    </Alert>
  );
}
