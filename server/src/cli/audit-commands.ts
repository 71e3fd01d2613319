import type { Command } from 'commander';
import { verifyAuditChain } from '../features/audit/chain/verify-chain.ts';
import { answer, inWorkspace } from './command.ts';

export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('check the audit log')
    .command('verify')
    .description('check that no entry of the audit log was changed or removed; prints {valid, events, unsealed, …}')
    .requiredOption('--workspace <slug>', 'the workspace whose log it is')
    .action((options: { workspace: string }, command: Command) =>
      answer(command, async (session) => {
        const verdict = await verifyAuditChain(await inWorkspace(session, options.workspace));
        const { valid, events, unsealed, unsealed_since, broken } = verdict;
        if (!valid) process.exitCode = 1;
        const tail = unsealed > 0 ? ` ${unsealed} newer ones have no place yet, since ${unsealed_since}.` : '';
        const text = broken
          ? `NOT VALID: at entry ${broken.position}, ${broken.reason}. The ${events} before are as they were.`
          : `Valid: ${events} events are as they were.${tail}`;
        return { json: verdict, text };
      }),
    );
}
