import type { Credential } from './calls.ts';
import { CallFailure } from './call-failure.ts';
import type { Api } from './language-model.ts';

/** Milliseconds for which a deployment that supports only chat isn't tried with the responses API again. */
const BELIEVED = 60 * 60_000;
/** Maximum number of remembered deployments. Forgetting one costs an additional refused request. */
const MOST = 1_000;

/** Deployments that support only chat, and the time until which that is assumed. */
const chatOnly = new Map<string, number>();

function remember(deployment: string): void {
  chatOnly.delete(deployment);
  chatOnly.set(deployment, Date.now() + BELIEVED);
  const [eldest] = chatOnly.keys();
  if (eldest !== undefined && chatOnly.size > MOST) chatOnly.delete(eldest);
}

/**
 * Calls the responses API, and the chat API if Azure doesn't offer the former. Azure reports an API missing in a region
 * in the same ways as a missing deployment, so both are retried once with chat, and that result counts.
 */
export async function byApi<T>(
  { provider, model }: Credential,
  baseUrl: string,
  ask: (api: Api) => Promise<T>,
): Promise<T> {
  if (provider !== 'azure_openai') return ask('responses');
  const deployment = `${baseUrl} ${model}`;
  if ((chatOnly.get(deployment) ?? 0) > Date.now()) return ask('chat');
  try {
    return await ask('responses');
  } catch (error) {
    if (!(error instanceof CallFailure) || error.outcome !== 'no_model_access') throw error;
  }
  const answer = await ask('chat');
  remember(deployment);
  return answer;
}
