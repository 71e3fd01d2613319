import type { Command } from 'commander';
import { verifyAuditChain } from '../features/audit/chain/verify-chain.ts';
import { verifyPack } from '../features/evidence/pack/verify-pack.ts';
import { AppError } from '../errors.ts';
import { type Answer, type Answering, inWorkspace } from './command.ts';

export function addAuditCommands(program: Command, { answer, say }: Answering): void {
  program
    .command('audit')
    .description('check the audit log')
    .command('verify')
    .description('check that no entry of the audit log was changed or removed; prints {valid, events, unsealed, …}')
    .option('--workspace <slug>', 'the workspace whose log it is')
    .option('--pack <file>', 'an evidence pack, checked by itself: no database is needed')
    .action(async (options: { workspace?: string; pack?: string }, command: Command) => {
      const { workspace, pack } = options;
      if ((workspace === undefined) === (pack === undefined)) {
        throw new AppError('invalid_request', 'Give either --workspace or --pack.');
      }
      if (pack !== undefined) return say(command, await ofPack(pack));
      return answer(command, async (session) => {
        const verdict = await verifyAuditChain(await inWorkspace(session, workspace ?? ''));
        const { valid, events, unsealed, unsealed_since, broken } = verdict;
        const tail = unsealed > 0 ? ` ${unsealed} newer ones have no place yet, since ${unsealed_since}.` : '';
        const text = broken
          ? `NOT VALID: at entry ${broken.position}, ${broken.reason}. The ${events} before are as they were.`
          : `Valid: ${events} events are as they were.${tail}`;
        return { json: verdict, text, failed: !valid };
      });
    });
}

async function ofPack(path: string): Promise<Answer> {
  const verdict = await verifyPack(path);
  const { valid, events, completions, workspace, head, problems } = verdict;
  const text = valid
    ? `Valid: ${completions} completions of ${workspace}, and ${events} events of its audit log up to ${head}.`
    : ['NOT VALID:', ...problems].join('\n');
  return { json: verdict, text, failed: !valid };
}
