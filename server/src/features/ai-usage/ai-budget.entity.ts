import { defineEntity, p } from '@mikro-orm/core';

/** Cost of a workspace's calls with pooled keys in one UTC month, including reservations of running calls. */
export const AiBudgetMonthEntity = defineEntity({
  name: 'AiBudgetMonth',
  tableName: 'ai_budget_months',
  properties: {
    workspaceId: p.uuid().primary(),
    /** First day of the month. */
    month: p.date().primary(),
    /** Amount in nano-dollars. */
    charged: p.bigint('number'),
  },
});

/** A running call, charged with the maximum that it can cost. */
export const AiReservationEntity = defineEntity({
  name: 'AiReservation',
  tableName: 'ai_reservations',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    month: p.date(),
    /** Amount in nano-dollars. */
    amount: p.bigint('number'),
    /** Time after which the amount counts as spent, because the calling process has died. */
    expiresAt: p.datetime(3),
  },
});
