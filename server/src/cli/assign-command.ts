import type { Command } from 'commander';
import { AssignableRole, CreateAssignment, type Audience } from '@training/shared/assignments/assignments';
import { z } from 'zod';
import type { Context } from '../core/context.ts';
import { defineStatement } from '../database/statements/statement.ts';
import { AppError } from '../core/errors.ts';
import { assignFromCommand } from '../features/assignments/assign-from-command.ts';
import { findDepartmentId } from '../features/departments/departments.ts';
import { type Answering, inWorkspace, parseOptions } from './command.ts';

type AssignOptions = { workspace: string; module: string; to: string; due?: string };

const FIND_USER_ID = defineStatement({
  name: 'find-user-id',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: 'select id from users where workspace_id = :workspaceId and email = lower(:email)',
});

export function addAssignCommand(program: Command, { answer }: Answering): void {
  program
    .command('assign')
    .description(
      'assign a module to a person, or to a department’s people or a role’s and whoever joins them later; prints {assigned}',
    )
    .requiredOption('--workspace <slug>', 'the workspace')
    .requiredOption('--module <id>', 'the module, which is published')
    .requiredOption('--to <whom>', 'user:<e-mail>, department:<id or name> or role:<role>')
    .option('--due <YYYY-MM-DD>', 'the last day, in the time zone of the workspace')
    .action((options: AssignOptions, command: Command) =>
      answer(command, async (session) => {
        const ctx = await inWorkspace(session, options.workspace);
        const to = await audienceOf(ctx, options.to);
        const input = parseOptions(CreateAssignment, { module_id: options.module, to, due_on: options.due });
        const assigned = await assignFromCommand(ctx, input);
        return { json: { assigned }, text: `Assigned it to ${assigned} ${assigned === 1 ? 'person' : 'people'}.` };
      }),
    );
}

/** @throws AppError `invalid_request`, `user_not_found`, `department_not_found` */
async function audienceOf(ctx: Context, to: string): Promise<Audience> {
  const colon = to.indexOf(':');
  const [kind, name] = [to.slice(0, Math.max(colon, 0)), to.slice(colon + 1).trim()];
  if (kind === 'department') return { kind, department_id: await findDepartmentId(ctx, name) };
  if (kind === 'role') return { kind, role: parseOptions(AssignableRole, name) };
  if (kind !== 'user') {
    throw new AppError('invalid_request', '--to: Must be user:<e-mail>, department:<id or name> or role:<role>.');
  }
  const found = await FIND_USER_ID.first(ctx.db.pool, { workspaceId: ctx.workspace.id, email: name });
  if (!found) throw new AppError('user_not_found', `There is no user ${name} in this workspace.`);
  return { kind, user_id: found.id };
}
