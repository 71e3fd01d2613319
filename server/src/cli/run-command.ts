import { AssignableRole, type AssignmentAudience, CreateAssignment } from '@training/shared/assignments/assignments';
import { TokenScope } from '@training/shared/permissions';
import { type ApiToken, CreateToken, RevokeToken } from '@training/shared/tokens/tokens';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import type { Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { defineStatement } from '../database/statements/statement.ts';
import { createAndApplyAssignment } from '../features/assignments/assign-from-command.ts';
import { resolveDepartmentId } from '../features/departments/departments.ts';
import { issueToken } from '../features/tokens/issue-token.ts';
import { getWorkspaceOfTokenId, listTokens } from '../features/tokens/list-tokens.ts';
import { revokeToken } from '../features/tokens/revoke-token.ts';
import { addAuditCommands } from './audit-commands.ts';
import { toCommandFailure } from './command-failure.ts';
import {
  type CommandRunner,
  createCommandRunner,
  getOperatorContextOfWorkspace,
  createInstallationOperatorContext,
  parseOptions,
  type CommandEnvironment,
} from './command.ts';
import { addAnalyticsCommands, addDatabaseCommands } from './database-commands.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { addDriveCommands } from './drive-commands.ts';
import { addEncryptionKeyCommands } from './keys-commands.ts';
import { addPersonCommands } from './person-commands.ts';
import { addDeviceCommands } from './device-commands.ts';
import { addStorageCommands } from './storage-commands.ts';
import { addUserCommands } from './user-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { addDepartmentCommands, addWorkspaceCommands } from './workspace-commands.ts';

type AssignOptions = { workspace: string; module: string; to: string; due?: string };

const FIND_USER_ID = defineStatement({
  name: 'find-user-id',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: 'select id from users where workspace_id = :workspaceId and email = lower(:email)',
});

function addAssignCommand(program: Command, { answer }: CommandRunner): void {
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
        const ctx = await getOperatorContextOfWorkspace(session, options.workspace);
        const to = await audienceOf(ctx, options.to);
        const input = parseOptions(CreateAssignment, { module_id: options.module, to, due_on: options.due });
        const assigned = await createAndApplyAssignment(ctx, input);
        return { json: { assigned }, text: `Assigned it to ${assigned} ${assigned === 1 ? 'person' : 'people'}.` };
      }),
    );
}

/** @throws AppError `invalid_request`, `user_not_found`, `department_not_found` */
async function audienceOf(ctx: Context, to: string): Promise<AssignmentAudience> {
  const colon = to.indexOf(':');
  const [kind, name] = [to.slice(0, Math.max(colon, 0)), to.slice(colon + 1).trim()];
  if (kind === 'department') return { kind, department_id: await resolveDepartmentId(ctx, name) };
  if (kind === 'role') return { kind, role: parseOptions(AssignableRole, name) };
  if (kind !== 'user') {
    throw new AppError('invalid_request', '--to: Must be user:<e-mail>, department:<id or name> or role:<role>.');
  }
  const found = await FIND_USER_ID.first(ctx.db.pool, { workspaceId: ctx.workspace.id, email: name });
  if (!found) throw new AppError('user_not_found', `There is no user ${name} in this workspace.`);
  return { kind, user_id: found.id };
}

/** Runs the command with these arguments to `wtp` and returns its exit code. Never throws. */
export async function runCommand(words: readonly string[], terminal: CommandEnvironment): Promise<number> {
  const program = new Command('wtp')
    .description(
      'Commands for whoever runs the server. They act on DATABASE_URL, or on the embedded database of DATA_DIR, beside a ' +
        'running server or without one.',
    )
    .option('--json', 'print one JSON object and nothing else; an error is {error: {code, detail}} on stderr')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {}, writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();

  let exitCode = 0;
  const answering = createCommandRunner(terminal, () => (exitCode = 1));
  addDatabaseCommands(program, answering);
  addWorkspaceCommands(program, answering);
  addDepartmentCommands(program, answering);
  addUserCommands(program, answering);
  addDeviceCommands(program, answering);
  addPersonCommands(program, answering);
  addAssignCommand(program, answering);
  addTokenCommands(program, answering);
  addWebhookCommands(program, answering);
  addDriveCommands(program, answering);
  addEncryptionKeyCommands(program, answering);
  addAuditCommands(program, answering);
  addAnalyticsCommands(program, answering);
  addStorageCommands(program, answering);
  addDoctorCommand(program, answering);

  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Requested help, or help in place of a missing command, was already printed.
    const shown = error instanceof CommanderError && /^commander\.(help|helpDisplayed|version)$/.test(error.code);
    if (!shown) {
      const { code, detail } = toCommandFailure(error);
      const { json } = program.opts<{ json?: true }>();
      terminal.err(`${json ? JSON.stringify({ error: { code, detail } }) : detail}\n`);
    }
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
  }
}

function addTokenCommands(program: Command, { answer }: CommandRunner): void {
  const token = program.command('token').description("issue, list and revoke a workspace's API tokens");

  token
    .command('create')
    .description('issue an API token; prints {id, token}, and the value never again')
    .requiredOption('--workspace <slug>', 'the workspace that it opens')
    .requiredOption('--name <name>', 'a label for the settings page')
    .requiredOption('--scopes <scopes>', `with commas between them: ${TokenScope.options.join(', ')}`)
    .action((options: { workspace: string; name: string; scopes: string }, command: Command) => {
      const scopes = options.scopes.split(',').map((scope) => scope.trim());
      const input = parseOptions(CreateToken, { name: options.name, scopes });
      return answer(command, async (session) => {
        const { id, token: value } = await issueToken(
          await getOperatorContextOfWorkspace(session, options.workspace),
          input,
        );
        return { json: { id, token: value }, text: `Issued the token ${id}. Its value, shown only now:\n${value}` };
      });
    });

  token
    .command('list')
    .description('list all API tokens, revoked ones too; prints {tokens: […]}')
    .requiredOption('--workspace <slug>', 'the workspace that they open')
    .action((options: { workspace: string }, command: Command) =>
      answer(command, async (session) => {
        const list = await listTokens(await getOperatorContextOfWorkspace(session, options.workspace));
        return { json: list, text: list.tokens.map(line).join('\n') || 'There are no API tokens yet.' };
      }),
    );

  token
    .command('revoke')
    .description('revoke an API token for good; prints {id, revoked_at}')
    .requiredOption('--id <id>', 'the id of the token, as “token list” shows it')
    .option('--workspace <slug>', 'the workspace that it opens, to be sure')
    .action((options: { id: string; workspace?: string }, command: Command) => {
      const input = parseOptions(RevokeToken, { id: options.id });
      return answer(command, async (session) => {
        const ctx =
          options.workspace === undefined
            ? {
                ...createInstallationOperatorContext(session),
                workspace: await getWorkspaceOfTokenId(session.db, input.id),
              }
            : await getOperatorContextOfWorkspace(session, options.workspace);
        const { id, revoked_at } = await revokeToken(ctx, input);
        return { json: { id, revoked_at }, text: `The token ${id} was revoked at ${revoked_at}.` };
      });
    });
}

function line({ id, name, prefix, scopes, revoked_at, last_used }: ApiToken): string {
  const state = revoked_at ? `revoked ${revoked_at}` : last_used ? `last used ${last_used.at}` : 'never used';
  return `${id}  ${prefix ?? ''}…  ${name}  (${scopes.join(', ')})  ${state}`;
}
