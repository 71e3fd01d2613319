import type { MoveSuggestion, SuggestionDetail } from '@training/shared/suggestions';
import type { Context } from '../../context.ts';

export function moveSuggestion(ctx: Context, input: MoveSuggestion): Promise<SuggestionDetail> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
