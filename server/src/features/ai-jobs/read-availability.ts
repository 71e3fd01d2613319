import type { AiAvailability } from '@training/shared/ai-jobs';
import type { AiContext } from '../../context.ts';

export function readAvailability(ctx: AiContext): Promise<AiAvailability> {
  throw new Error(`Not there yet ${ctx.workspace.id}`);
}
