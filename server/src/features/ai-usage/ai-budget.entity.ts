import { defineEntity, p } from '@mikro-orm/core';

/** What calls with pooled keys have cost a workspace in a month of UTC, those under way included. */
export const AiBudgetMonthEntity = defineEntity({
  name: 'AiBudgetMonth',
  tableName: 'ai_budget_months',
  properties: {
    workspaceId: p.uuid().primary(),
    /** Its first day. */
    month: p.date().primary(),
    /** Nano-dollars. */
    charged: p.bigint('number'),
  },
});

/** A call under way, charged with the most that it may cost. */
export const AiReservationEntity = defineEntity({
  name: 'AiReservation',
  tableName: 'ai_reservations',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    month: p.date(),
    /** Nano-dollars. */
    amount: p.bigint('number'),
    /** From then on it counts as spent: whoever made the call has died. */
    expiresAt: p.datetime(3),
  },
});
