import type { AcceptSuggestion, AcceptedSuggestion } from '@training/shared/suggestions';
import type { AiContext } from '../../context.ts';

export function acceptSuggestion(ctx: AiContext, input: AcceptSuggestion): Promise<AcceptedSuggestion> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
