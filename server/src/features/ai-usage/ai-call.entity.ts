import { defineEntity, p } from '@mikro-orm/core';
import type { ModelCallPurpose } from '@training/shared/ai-usage/ai-usage';
import type { AiCapability, AiProvider } from '@training/shared/provider-keys/provider-keys';

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

/** One call to a provider: its usage, outcome and cost. */
export const AiCallEntity = defineEntity({
  name: 'AiCall',
  tableName: 'ai_calls',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    at: p.datetime(3),
    capability: p.text().$type<AiCapability>(),
    purpose: p.text().$type<ModelCallPurpose>(),
    provider: p.text().$type<AiProvider>(),
    model: p.text(),
    own: p.boolean(),
    inputTokens: p.integer(),
    outputTokens: p.integer(),
    /** Tokens of the input that were read from, and at a price written to, the provider's cache. */
    cachedTokens: p.integer().default(0),
    cacheWriteTokens: p.integer().default(0),
    seconds: p.decimal('number').precision(10).scale(3),
    /** True if the provider didn't report the usage: it was estimated from the request and the partial answer. */
    reckoned: p.boolean().default(false),
    durationMs: p.integer(),
    outcome: p.text(),
    costUsd: p.decimal('number').precision(14).scale(8).nullable(),
    /** Savings by the cache, less the cost of writing to it, and by the provider's cheaper tier. */
    cacheSavedUsd: p.decimal('number').precision(14).scale(8).default(0),
    flexSavedUsd: p.decimal('number').precision(14).scale(8).default(0),
    /** The job that made the call. */
    jobId: p.uuid().nullable(),
    /** The module that the job works for, or that its result was first added to. */
    moduleId: p.uuid().nullable(),
    /** Version of the feature's instructions; null for checks. */
    prompt: p.text().nullable(),
  },
});

/** Totals of the calls per day; maintained by a trigger. */
export const AiCallDayEntity = defineEntity({
  name: 'AiCallDay',
  tableName: 'ai_call_days',
  properties: {
    workspaceId: p.uuid().primary(),
    /** Day in UTC. */
    day: p.date().primary(),
    capability: p.text().primary().$type<AiCapability>(),
    purpose: p.text().primary().$type<ModelCallPurpose>(),
    provider: p.text().primary().$type<AiProvider>(),
    model: p.text().primary(),
    own: p.boolean().primary(),
    calls: p.bigint('number'),
    failed: p.bigint('number'),
    unpriced: p.bigint('number'),
    inputTokens: p.bigint('number'),
    outputTokens: p.bigint('number'),
    seconds: p.decimal('number').precision(16).scale(3),
    costUsd: p.decimal('number').precision(20).scale(8),
    cachedTokens: p.bigint('number').default(0),
    cacheSavedUsd: p.decimal('number').precision(20).scale(8).default(0),
    flexSavedUsd: p.decimal('number').precision(20).scale(8).default(0),
  },
});

/** Totals of the calls per module and day; maintained by a trigger. */
export const AiModuleDayEntity = defineEntity({
  name: 'AiModuleDay',
  tableName: 'ai_module_days',
  properties: {
    workspaceId: p.uuid().primary(),
    /** Day in UTC. */
    day: p.date().primary(),
    moduleId: p.uuid().primary(),
    purpose: p.text().primary().$type<ModelCallPurpose>(),
    own: p.boolean().primary(),
    calls: p.bigint('number'),
    unpriced: p.bigint('number'),
    costUsd: p.decimal('number').precision(20).scale(8),
  },
});
