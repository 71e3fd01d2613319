import type { SavedSection } from '@training/shared/authoring';
import type { NameProposal } from '@training/shared/modules';
import type { Context } from '../../context.ts';

export function takeProposal(ctx: Context, input: NameProposal): Promise<SavedSection> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}

export function dismissProposal(ctx: Context, input: NameProposal): Promise<NameProposal> {
  throw new Error(`Not there yet ${ctx.workspace.id} ${JSON.stringify(input)}`);
}
