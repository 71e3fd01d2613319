import type { Credential } from './calls.ts';
import { CallFailure } from './call-failure.ts';
import type { Api } from './language-model.ts';

/** How long a deployment that has chat alone is not asked for more, in milliseconds. */
const BELIEVED = 60 * 60_000;
/** Deployments that are remembered; a forgotten one costs a refused request more. */
const MOST = 1_000;

/** Until when deployments are asked by chat. */
const chatOnly = new Map<string, number>();

function remember(deployment: string): void {
  chatOnly.delete(deployment);
  chatOnly.set(deployment, Date.now() + BELIEVED);
  const [eldest] = chatOnly.keys();
  if (eldest !== undefined && chatOnly.size > MOST) chatOnly.delete(eldest);
}

/**
 * Asks by the responses API, and by chat where Azure does not have it: what a region lacks is answered in as many ways
 * as a deployment that is not there, so either is asked for once by chat, whose answer counts.
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
