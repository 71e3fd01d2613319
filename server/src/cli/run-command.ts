import { Command, CommanderError } from 'commander';
import { Scope } from '@training/shared/permissions';
import { CreateToken, RevokeToken, type ApiToken } from '@training/shared/tokens/tokens';
import { addAnalyticsCommands, addDatabaseCommands } from './database-commands.ts';
import { addAssignCommand } from './assign-command.ts';
import { addAuditCommands } from './audit-commands.ts';
import { answeringOn, type Terminal, type Answering, inWorkspace, operatorContext, parseOptions } from './command.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { commandFailure } from './command-failure.ts';
import { addDriveCommands } from './drive-commands.ts';
import { addKeysCommands } from './keys-commands.ts';
import { addUserCommands } from './user-commands.ts';
import { addWebhookCommands } from './webhook-commands.ts';
import { addDepartmentCommands, addWorkspaceCommands } from './workspace-commands.ts';
import { findTokenWorkspace, listTokens } from '../features/tokens/list-tokens.ts';
import { issueToken } from '../features/tokens/issue-token.ts';
import { revokeToken } from '../features/tokens/revoke-token.ts';

/** Runs the command with these arguments to `wtp` and returns its exit code. Never throws. */
export async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
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
  const answering = answeringOn(terminal, () => (exitCode = 1));
  addDatabaseCommands(program, answering);
  addWorkspaceCommands(program, answering);
  addDepartmentCommands(program, answering);
  addUserCommands(program, answering);
  addAssignCommand(program, answering);
  addTokenCommands(program, answering);
  addWebhookCommands(program, answering);
  addDriveCommands(program, answering);
  addKeysCommands(program, answering);
  addAuditCommands(program, answering);
  addAnalyticsCommands(program, answering);
  addDoctorCommand(program, answering);

  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Requested help, or help in place of a missing command, was already printed.
    const shown = error instanceof CommanderError && /^commander\.(help|helpDisplayed|version)$/.test(error.code);
    if (!shown) {
      const { code, detail } = commandFailure(error);
      const { json } = program.opts<{ json?: true }>();
      terminal.err(`${json ? JSON.stringify({ error: { code, detail } }) : detail}\n`);
    }
    return error instanceof CommanderError && error.exitCode === 0 ? 0 : 1;
  }
}

function addTokenCommands(program: Command, { answer }: Answering): void {
  const token = program.command('token').description("issue, list and revoke a workspace's API tokens");

  token
    .command('create')
    .description('issue an API token; prints {id, token}, and the value never again')
    .requiredOption('--workspace <slug>', 'the workspace that it opens')
    .requiredOption('--name <name>', 'a label for the settings page')
    .requiredOption('--scopes <scopes>', `with commas between them: ${Scope.options.join(', ')}`)
    .action((options: { workspace: string; name: string; scopes: string }, command: Command) => {
      const scopes = options.scopes.split(',').map((scope) => scope.trim());
      const input = parseOptions(CreateToken, { name: options.name, scopes });
      return answer(command, async (session) => {
        const { id, token: value } = await issueToken(await inWorkspace(session, options.workspace), input);
        return { json: { id, token: value }, text: `Issued the token ${id}. Its value, shown only now:\n${value}` };
      });
    });

  token
    .command('list')
    .description('list all API tokens, revoked ones too; prints {tokens: […]}')
    .requiredOption('--workspace <slug>', 'the workspace that they open')
    .action((options: { workspace: string }, command: Command) =>
      answer(command, async (session) => {
        const list = await listTokens(await inWorkspace(session, options.workspace));
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
            ? { ...operatorContext(session), workspace: await findTokenWorkspace(session.db, input.id) }
            : await inWorkspace(session, options.workspace);
        const { id, revoked_at } = await revokeToken(ctx, input);
        return { json: { id, revoked_at }, text: `The token ${id} was revoked at ${revoked_at}.` };
      });
    });
}

function line({ id, name, prefix, scopes, revoked_at, last_used }: ApiToken): string {
  const state = revoked_at ? `revoked ${revoked_at}` : last_used ? `last used ${last_used.at}` : 'never used';
  return `${id}  ${prefix ?? ''}…  ${name}  (${scopes.join(', ')})  ${state}`;
}
