import { z } from 'zod';
import { contractMessage } from '#contract';
import { Count, Id, Timestamp } from '../primitives.ts';
import { AddModelEndpoint, ModelEndpoint } from './model-endpoints.ts';

/** The purpose of an AI provider. Each capability has its own key (rules/provider-keys 1). */
export const AiCapability = z.enum(['generation', 'transcription']);
export type AiCapability = z.infer<typeof AiCapability>;

export const AiProvider = z.enum(['anthropic', 'openai', 'google', 'azure_openai', 'openai_compatible', 'deepgram']);
export type AiProvider = z.infer<typeof AiProvider>;

/** A kind of work of the generation key. Each can have a model of its own (rules/provider-keys 16). */
export const ModelTask = z.enum(['generation', 'second_look', 'grading', 'extraction']);
export type ModelTask = z.infer<typeof ModelTask>;

export const AI_PROVIDER_TRAITS: Record<
  AiProvider,
  { label: string; capability: AiCapability; takes: 'model' | 'deployment' }
> = {
  anthropic: { label: 'Anthropic', capability: 'generation', takes: 'model' },
  openai: { label: 'OpenAI', capability: 'generation', takes: 'model' },
  google: { label: 'Google', capability: 'generation', takes: 'model' },
  azure_openai: { label: 'Azure OpenAI', capability: 'generation', takes: 'deployment' },
  openai_compatible: { label: 'OpenAI-compatible', capability: 'generation', takes: 'model' },
  deepgram: { label: 'Deepgram', capability: 'transcription', takes: 'model' },
};

/** The result of a minimal call to the provider (rules/provider-keys 3); `rate_limited` counts as live. */
export const KeyTestOutcome = z.enum([
  'live',
  'rate_limited',
  'invalid_key',
  'no_model_access',
  'quota_exhausted',
  'unreachable',
]);
export type KeyTestOutcome = z.infer<typeof KeyTestOutcome>;

/** Outcomes whose remedy is another one at an endpoint, which has no provider's console. */
type EndpointOutcome = Exclude<KeyTestOutcome, 'rate_limited'>;

/** Returns the key of the message that says what an administrator can do about an outcome. */
export function adviceMessageKeyOfKeyTestOutcome(outcome: KeyTestOutcome, provider: AiProvider) {
  return provider === 'openai_compatible' && isOfEndpoint(outcome)
    ? (`endpointAdvice.${outcome}` as const)
    : (`advice.${outcome}` as const);
}

const isOfEndpoint = (outcome: KeyTestOutcome): outcome is EndpointOutcome => outcome !== 'rate_limited';

/** A selectable model. The list is configured per installation (rules/provider-keys 12). */
export const AiModel = z.strictObject({
  id: z.string(),
  label: z.string(),
  tier: z.enum(['large', 'middle', 'small', 'speech']),
});
export type AiModel = z.infer<typeof AiModel>;

/** A provider's key. It goes into an HTTP header, so no spaces and only ASCII. */
const Secret = z
  .string()
  .trim()
  .min(8, { error: () => contractMessage('wholeKey') })
  .max(512, { error: () => contractMessage('atMostCharacters', { maximum: 512 }) })
  .regex(/^[\x21-\x7e]*$/, { error: () => contractMessage('keyOnly') });

const ModelId = z
  .string()
  .min(1, { error: () => contractMessage('chooseModel') })
  .max(200);

/** The name of an Azure deployment. */
export const DeploymentName = z.string().regex(/^[\w.-]{1,64}$/, { error: () => contractMessage('deploymentName') });

const withModel = <P extends AiProvider>(provider: P) =>
  z.strictObject({ provider: z.literal(provider), model: ModelId, key: Secret });

/** Adds an own key. The provider determines the capability. */
export const AddProviderKey = z.discriminatedUnion('provider', [
  withModel('anthropic'),
  withModel('openai'),
  withModel('google'),
  withModel('deepgram'),
  z.strictObject({
    provider: z.literal('azure_openai'),
    resource: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: () => contractMessage('resourceName') }),
    deployment: DeploymentName,
    key: Secret,
  }),
  AddModelEndpoint,
]);
export type AddProviderKey = z.infer<typeof AddProviderKey>;

/** Replaces the key. `version` is the one that the page showed: if two users rotate at once, one gets 409. */
export const RotateProviderKey = z.strictObject({ id: Id, version: z.int().min(1), key: Secret });
export type RotateProviderKey = z.infer<typeof RotateProviderKey>;

/** Uses the stored key with another model of its provider. `version` is the one that the page showed. */
export const ChangeKeyModel = z.strictObject({ id: Id, version: z.int().min(1), model: ModelId });
export type ChangeKeyModel = z.infer<typeof ChangeKeyModel>;

/**
 * Uses another model of the key's provider for one task; null returns the task to the key's model. With Azure, `model`
 * is another deployment of the key's resource. `version` is the one that the page showed.
 */
export const ChangeTaskModel = z.strictObject({
  id: Id,
  version: z.int().min(1),
  task: ModelTask,
  model: ModelId.nullable(),
});
export type ChangeTaskModel = z.infer<typeof ChangeTaskModel>;

/** Identifies a configured key, to test or remove it. */
export const ProviderKeyRef = z.strictObject({ id: Id });
export type ProviderKeyRef = z.infer<typeof ProviderKeyRef>;

/** An own key as shown on the page, without the key itself, which is never returned (rules/provider-keys 10). */
export const ProviderKey = z.strictObject({
  id: Id,
  capability: AiCapability,
  provider: AiProvider,
  model: z.string().nullable().describe('Null where a deployment is named instead.'),
  resource: z.string().nullable().describe('Null for those who see the status only.'),
  deployment: z.string().nullable(),
  endpoint: ModelEndpoint.nullable().describe('Null for providers with an address of their own.'),
  task_models: z
    .partialRecord(ModelTask, z.string())
    .describe('Models, or deployments of the same resource, of tasks that do not use the key’s.'),
  version: z.int().describe('Goes up with each rotation, and with each change of the model.'),
  created_at: Timestamp,
  created_by: z.string().nullable().describe('A name; null for those who see the status only.'),
  rotated_at: Timestamp.nullable(),
  rotated_by: z.string().nullable(),
  last_verified_at: Timestamp.nullable().describe('When the provider last accepted the key, in a test or in use.'),
  last_used_at: Timestamp.nullable().describe('When a feature last called the provider with it.'),
  last_error: z.strictObject({ at: Timestamp, outcome: KeyTestOutcome }).nullable(),
  failing_since: Timestamp.nullable().describe('Set while the provider refuses the key; work that needs it waits.'),
  failing_model: z.string().nullable().describe('The model or deployment that was asked when the provider refused.'),
});
export type ProviderKey = z.infer<typeof ProviderKey>;

/** One row of the settings page. */
export const CapabilityKeyStatus = z.strictObject({
  capability: AiCapability,
  own: ProviderKey.nullable(),
  pooled: z
    .strictObject({ provider: AiProvider, model: z.string() })
    .nullable()
    .describe('What is used where no own key is configured; null where the installation has no pooled key.'),
  parked_jobs: Count.describe('Jobs that wait for the own key to work again.'),
});
export type CapabilityKeyStatus = z.infer<typeof CapabilityKeyStatus>;

export const ProviderKeyList = z.strictObject({
  capabilities: z.array(CapabilityKeyStatus),
  models: z.record(AiProvider, z.array(AiModel)).describe('Empty where the installation doesn’t know the models.'),
});
export type ProviderKeyList = z.infer<typeof ProviderKeyList>;

export const ProviderKeyTestResult = z.strictObject({
  outcome: KeyTestOutcome,
  model: z.string().describe('The model or deployment with this outcome: of several, the first that is not live.'),
  tested_at: Timestamp,
  duration_ms: Count,
});
export type ProviderKeyTestResult = z.infer<typeof ProviderKeyTestResult>;

export const RemovedProviderKey = z.strictObject({ id: Id, capability: AiCapability });
export type RemovedProviderKey = z.infer<typeof RemovedProviderKey>;
