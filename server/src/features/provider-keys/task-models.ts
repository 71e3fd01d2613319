import type { ModelTask } from '@training/shared/provider-keys/provider-keys';
import type { Credential } from '../../providers/ai/calls.ts';
import type { KeyPlace, ProviderKeyRow, TaskModels } from './provider-key.entity.ts';

type Models = Pick<ProviderKeyRow, 'taskModels'> & Pick<KeyPlace, 'model' | 'deployment'>;

/** Credential for a task: with the task's own model or deployment if it has one, else with the key's. */
export function credentialFor(credential: Credential, taskModels: TaskModels, task: ModelTask | undefined): Credential {
  return { ...credential, model: (task && taskModels[task]) ?? credential.model };
}

/** Lists the models or deployments that a key is used with, each once, the key's own first. */
export function modelsUsed({ model, deployment, taskModels }: Models): string[] {
  const own = deployment ?? model;
  return [...new Set([...(own ? [own] : []), ...Object.values(taskModels)])];
}
