import type { UpdateCourse } from '@training/shared/authoring';
import type { Context } from '../../context.ts';

export function updateCourse(ctx: Context, input: UpdateCourse): Promise<{ id: string }> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
