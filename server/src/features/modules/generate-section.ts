import type { AiJobSummary } from '@training/shared/ai-jobs';
import type { GenerateSection } from '@training/shared/authoring';
import type { AiContext } from '../../context.ts';

export function generateSection(ctx: AiContext, input: GenerateSection): Promise<AiJobSummary> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
