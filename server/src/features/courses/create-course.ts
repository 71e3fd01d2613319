import type { CreateCourse } from '@training/shared/authoring';
import type { Context } from '../../context.ts';

export function createCourse(ctx: Context, input: CreateCourse): Promise<{ id: string }> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
