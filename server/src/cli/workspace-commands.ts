import type { Command } from 'commander';
import { z } from 'zod';
import { CreateDepartment } from '@training/shared/departments';
import { CreateWorkspace, SetWorkspace } from '@training/shared/workspaces';
import { createDepartment } from '../features/departments/departments.ts';
import { createWorkspace } from '../features/workspaces/create-workspace.ts';
import { setWorkspace } from '../features/workspaces/set-workspace.ts';
import { answer, inWorkspace, operatorContext, parseOptions } from './command.ts';

/** On the command line truth is one of two words. */
const SetOptions = z.strictObject({
  api_may_assign_super_admin: z
    .enum(['true', 'false'], 'Must be true or false')
    .transform((word) => word === 'true')
    .pipe(SetWorkspace.shape.api_may_assign_super_admin),
});

export function addWorkspaceCommands(program: Command): void {
  const workspace = program.command('workspace').description('make a workspace, or change what it allows');

  workspace
    .command('create')
    .description('make an empty workspace; prints {id, slug}')
    .requiredOption('--name <name>', 'what people read')
    .requiredOption('--slug <slug>', 'what addresses and commands read: lower-case letters, digits, single hyphens')
    .action((options: { name: string; slug: string }, command: Command) => {
      const input = parseOptions(CreateWorkspace, { name: options.name, slug: options.slug });
      return answer(command, async (session) => {
        const { id, slug } = await createWorkspace(operatorContext(session), input);
        return { json: { id, slug }, text: `Made the workspace ${slug} (${id}).` };
      });
    });

  workspace
    .command('set')
    .description('change what a workspace allows')
    .requiredOption('--workspace <slug>', 'its slug')
    .requiredOption('--api-may-assign-super-admin <true|false>', 'whether API tokens may make and change super admins')
    .action((options: { workspace: string; apiMayAssignSuperAdmin: string }, command: Command) => {
      const input = parseOptions(SetOptions, { api_may_assign_super_admin: options.apiMayAssignSuperAdmin });
      return answer(command, async (session) => {
        const ctx = await inWorkspace(session, options.workspace);
        const { api_may_assign_super_admin } = await setWorkspace(ctx, input);
        const { id, slug } = ctx.workspace;
        return {
          json: { id, slug, api_may_assign_super_admin },
          text: `API tokens of ${slug} ${api_may_assign_super_admin ? 'may' : 'may not'} make and change super admins.`,
        };
      });
    });
}

export function addDepartmentCommands(program: Command): void {
  program
    .command('department')
    .description('make a department')
    .command('create')
    .description('make a department; prints {id}')
    .requiredOption('--workspace <slug>', 'the workspace that it belongs to')
    .requiredOption('--name <name>', 'unique in the workspace, whatever its case')
    .action((options: { workspace: string; name: string }, command: Command) => {
      const input = parseOptions(CreateDepartment, { name: options.name });
      return answer(command, async (session) => {
        const { id, name } = await createDepartment(await inWorkspace(session, options.workspace), input);
        return { json: { id }, text: `Made the department ${name} (${id}).` };
      });
    });
}
