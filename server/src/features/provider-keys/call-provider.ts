import type { CallPurpose } from '@training/shared/ai-usage';
import type { Capability } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { CallUsage, Credential } from '../../providers/ai/providers.ts';

/** The own key was refused: nothing but a rotation, a removal or a test that finds it live will help. Work that meets it is parked. */
export class OwnKeyRefused extends AppError {
  readonly providerKeyId: string;
  /** The version that was refused; a rotation may have put another in its place meanwhile. */
  readonly version: number;

  constructor(providerKeyId: string, version: number, detail: string) {
    super('provider_key_failed', detail);
    this.providerKeyId = providerKeyId;
    this.version = version;
  }
}

/**
 * Makes one call with the key that the workspace uses for `capability` at this moment: its own where one is configured,
 * and never the pooled one instead (decisions §5). Writes the usage row, and how the key fares.
 * @throws AppError `ai_not_configured` · OwnKeyRefused · ProviderFailure for what may pass, or lies in the answer
 */
export function callProvider<T>(
  ctx: Pick<AiContext, 'db' | 'workspace' | 'ai'>,
  { capability, purpose }: { capability: Capability; purpose: CallPurpose },
  call: (credential: Credential) => Promise<{ value: T; usage: CallUsage }>,
): Promise<T> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${capability} ${purpose} ${String(call)}`);
}
