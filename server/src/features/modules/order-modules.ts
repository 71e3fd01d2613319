import type { OrderModules } from '@training/shared/authoring';
import type { Context } from '../../context.ts';

export function orderModules(ctx: Context, input: OrderModules): Promise<{ course_id: string; modules: string[] }> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
