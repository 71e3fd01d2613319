import type { AiUsage } from '@training/shared/ai-usage';
import type { AiContext } from '../../context.ts';

export function readAiUsage(ctx: AiContext): Promise<AiUsage> {
  throw new Error(`Not there yet ${ctx.workspace.id}`);
}
