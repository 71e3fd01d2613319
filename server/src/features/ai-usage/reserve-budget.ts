import type { AiCapability } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import { translatorIn } from '../../core/messages.ts';
import type { AiContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { CallUsage, AiCallCredential } from '../../providers/ai/calls.ts';
import { maxCostOfCall, NANODOLLARS_PER_USD, priceOfModel, type ModelPrice } from '../../providers/ai/prices.ts';

const names = translatorIn('ai-names', 'en');

/** Minutes after which a reservation expires. No call lasts this long, so the process that made it has died. */
const EXPIRY_MINUTES = 15;

/**
 * Charges the month unless that exceeds the limit. The row lock serializes concurrent calls of all instances, so each
 * call is checked against the amount left by the one before.
 */
const RESERVE = defineStatement({
  name: 'reserve-ai-budget',
  scope: 'tenant',
  sql: `
with charged as (
  insert into ai_budget_months as m (workspace_id, month, charged)
  select :workspaceId::uuid, :month::date, :amount::bigint
  where :limit::bigint is null or :amount::bigint <= :limit::bigint
  on conflict (workspace_id, month) do update set charged = m.charged + excluded.charged
    where :limit::bigint is null or m.charged + excluded.charged <= :limit::bigint
  returning month
)
insert into ai_reservations (workspace_id, id, month, amount, expires_at)
select :workspaceId::uuid, :id::uuid, month, :amount::bigint, now() + make_interval(mins => ${EXPIRY_MINUTES})
from charged`,
});

const READ_CHARGED = defineStatement({
  name: 'read-charged-ai-budget',
  scope: 'tenant',
  row: z.strictObject({ charged: z.number() }),
  sql: `
select charged::float8 as charged from ai_budget_months where workspace_id = :workspaceId and month = :month::date`,
});

/**
 * SQL that settles a reservation, used in the statement that records the call: replaces the reserved amount with the
 * real cost. If `:settledNanoUsd` is null, the cost is unknown and the reserved amount stays charged.
 */
export const CHARGE_RESERVATION_CTES = `
gone as (
  delete from ai_reservations where workspace_id = :workspaceId and id = :reservationId returning month, amount
), settled as (
  update ai_budget_months m set charged = m.charged - gone.amount + coalesce(:settledNanoUsd::bigint, gone.amount)
  from gone where m.workspace_id = :workspaceId and m.month = gone.month
)`;

const RELEASE = defineStatement({
  name: 'release-ai-budget',
  scope: 'tenant',
  sql: `with ${CHARGE_RESERVATION_CTES} select 1`,
});

type Budgeted = Pick<AiContext, 'db' | 'workspace' | 'ai'>;

export type Reservation = {
  id: string;
  /** Time of the call, which determines its price and month. */
  at: Date;
  price: ModelPrice | undefined;
};

/** First day of the UTC month. */
export const firstDayOfMonth = (at: Date) => `${at.toISOString().slice(0, 7)}-01`;

/**
 * Reserves the maximum cost of a call with the pooled key (rules/bounds 11). Also reserves without a limit, so that a
 * limit set later includes earlier spending.
 * @throws AppError `ai_budget_exhausted`, `ai_model_unpriced`
 */
export async function reserveBudget(
  { db, workspace, ai: { settings, log } }: Budgeted,
  { capability, credential, most }: { capability: AiCapability; credential: AiCallCredential; most: CallUsage },
  at = new Date(),
): Promise<Reservation> {
  const limit = settings.pooledMonthly;
  const price = priceOfModel(settings.models, credential);
  const amount = price && maxCostOfCall(price, at, most);
  const reservation = { id: newId(), at, price };
  if (amount === undefined) {
    if (limit === null) return reservation;
    const { provider, model } = credential;
    log.error({ provider, model }, 'The pooled model has no price, and AI_POOLED_MONTHLY_USD is set');
    throw new AppError(
      'ai_model_unpriced',
      `The pooled model for ${names(`capability.${capability}`)} has no price, and spending is limited: the ` +
        'operator adds its price to AI_MODELS_FILE, or an administrator adds a provider key under Settings.',
    );
  }
  const named = { workspaceId: workspace.id, month: firstDayOfMonth(at) };
  const reserved = await RESERVE.run(db.pool, { ...named, id: reservation.id, amount, limit });
  if (reserved > 0 || limit === null) return reservation;
  const charged = (await READ_CHARGED.first(db.pool, named))?.charged ?? 0;
  throw exhausted({ capability, at, limit, charged, amount });
}

/** Releases the reservation of a call that wasn't made. */
export async function releaseBudget({ db, workspace }: Budgeted, { id }: Reservation): Promise<void> {
  await RELEASE.run(db.pool, { workspaceId: workspace.id, reservationId: id, settledNanoUsd: 0 });
}

type Refusal = { capability: AiCapability; at: Date; limit: number; charged: number; amount: number };

function exhausted({ capability, at, limit, charged, amount }: Refusal): AppError {
  const next = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
  const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(next);
  const wait = amount > limit ? '' : `wait until ${day} (UTC), or `;
  return new AppError(
    'ai_budget_exhausted',
    `${names(`capability.${capability}`)}: of the ${dollars(limit)} that this workspace may spend on the pooled key in a ` +
      `month, ${dollars(charged)} are spent or reserved, and this call may cost ${dollars(amount)}. An administrator ` +
      `adds a provider key under Settings; or ${wait}ask the operator for a larger amount.`,
  );
}

/** Formats an amount in dollars, rounded up to the cent, so that a small amount isn't shown as zero. */
const dollars = (nano: number) => `$${(Math.ceil(nano / (NANODOLLARS_PER_USD / 100)) / 100).toFixed(2)}`;
