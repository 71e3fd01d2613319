import { defineEntity, p } from '@mikro-orm/core';
import type { CallPurpose } from '@training/shared/ai-usage';
import type { Capability, Provider } from '@training/shared/provider-keys';

/** One call of a provider, and what it came to. */
export const AiCallEntity = defineEntity({
  name: 'AiCall',
  tableName: 'ai_calls',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    at: p.datetime(3),
    capability: p.text().$type<Capability>(),
    purpose: p.text().$type<CallPurpose>(),
    provider: p.text().$type<Provider>(),
    model: p.text(),
    own: p.boolean(),
    inputTokens: p.integer(),
    outputTokens: p.integer(),
    seconds: p.decimal('number').precision(10).scale(3),
    /** The provider did not say what it used: told by what was sent and what had come. */
    reckoned: p.boolean().default(false),
    durationMs: p.integer(),
    outcome: p.text(),
    costUsd: p.decimal('number').precision(14).scale(8).nullable(),
    /** The job that it was made for. */
    jobId: p.uuid().nullable(),
    /** The module that the job works for, or what it made was added to first. */
    moduleId: p.uuid().nullable(),
    /** Which instructions the feature gave; null of calls that only check something. */
    prompt: p.text().nullable(),
  },
});

/** The calls of a day added up; a trigger keeps it. */
export const AiCallDayEntity = defineEntity({
  name: 'AiCallDay',
  tableName: 'ai_call_days',
  properties: {
    workspaceId: p.uuid().primary(),
    /** UTC. */
    day: p.date().primary(),
    capability: p.text().primary().$type<Capability>(),
    purpose: p.text().primary().$type<CallPurpose>(),
    provider: p.text().primary().$type<Provider>(),
    model: p.text().primary(),
    own: p.boolean().primary(),
    calls: p.bigint('number'),
    failed: p.bigint('number'),
    unpriced: p.bigint('number'),
    inputTokens: p.bigint('number'),
    outputTokens: p.bigint('number'),
    seconds: p.decimal('number').precision(16).scale(3),
    costUsd: p.decimal('number').precision(20).scale(8),
  },
});

/** The calls for a module on a day added up; a trigger keeps it. */
export const AiModuleDayEntity = defineEntity({
  name: 'AiModuleDay',
  tableName: 'ai_module_days',
  properties: {
    workspaceId: p.uuid().primary(),
    /** UTC. */
    day: p.date().primary(),
    moduleId: p.uuid().primary(),
    purpose: p.text().primary().$type<CallPurpose>(),
    own: p.boolean().primary(),
    calls: p.bigint('number'),
    unpriced: p.bigint('number'),
    costUsd: p.decimal('number').precision(20).scale(8),
  },
});
