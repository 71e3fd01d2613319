import type { UpdateModule } from '@training/shared/authoring';
import type { Context } from '../../context.ts';

export function updateModule(ctx: Context, input: UpdateModule): Promise<{ id: string }> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
