import type { ModelTask, AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { AiContext } from '../../../core/context.ts';
import { findModel } from '../../../providers/ai/prices.ts';
import { findOwnSealedKey } from '../../provider-keys/own-key.ts';

export type ProviderModel = { provider: AiProvider; model: string; resource: string | null };

type UsedModels = {
  of: (task: ModelTask) => ProviderModel;
  /** True if the workspace's own key pays. */
  own: boolean;
  contextTokens: number | null;
};

type UsedContext = Pick<AiContext, 'db' | 'workspace' | 'ai'>;

/** Finds the models that the workspace would use now for generation; undefined without a key. */
export async function findUsedModels(ctx: UsedContext): Promise<UsedModels | undefined> {
  const own = await findOwnSealedKey(ctx, 'generation');
  if (own) {
    const { provider, resource = null, model, deployment, taskModels, contextTokens = null } = own;
    const called = deployment ?? model;
    if (!called) return undefined;
    return { of: (task) => ({ provider, resource, model: taskModels[task] ?? called }), own: true, contextTokens };
  }
  const pooled = ctx.ai.settings.pooled.generation;
  return pooled && { of: () => pooled, own: false, contextTokens: null };
}

/** Returns the display name of a model, or else its id. */
export const labelOfModel = ({ ai }: Pick<AiContext, 'ai'>, called: ProviderModel): string =>
  findModel(ai.settings.models, called)?.label ?? called.model;

/** Returns the label of the model that reads pictures for the workspace; null if its model is not known to do so. */
export async function findPictureReadingModelLabel(ctx: UsedContext): Promise<string | null> {
  const model = (await findUsedModels(ctx))?.of('extraction');
  return model && findModel(ctx.ai.settings.models, model)?.vision ? labelOfModel(ctx, model) : null;
}
