import type { Command } from 'commander';
import { Scope } from '@training/shared/permissions';
import { CreateToken, RevokeToken, type ApiToken } from '@training/shared/tokens/tokens';
import { findTokenWorkspace } from '../features/tokens/find-token-workspace.ts';
import { issueToken } from '../features/tokens/issue-token.ts';
import { listTokens } from '../features/tokens/list-tokens.ts';
import { revokeToken } from '../features/tokens/revoke-token.ts';
import { type Answering, inWorkspace, operatorContext, parseOptions } from './command.ts';

export function addTokenCommands(program: Command, { answer }: Answering): void {
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
