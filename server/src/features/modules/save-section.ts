import type { SaveSection, SavedSection } from '@training/shared/authoring';
import type { Context } from '../../context.ts';

export function saveSection(ctx: Context, input: SaveSection): Promise<SavedSection> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
