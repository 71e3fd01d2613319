import type { CreateModule } from '@training/shared/authoring';
import type { Context } from '../../context.ts';

export function createModule(ctx: Context, input: CreateModule): Promise<{ id: string }> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
