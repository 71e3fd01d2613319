import type { Command } from 'commander';
import { z } from 'zod';
import { verifyAuditChain } from '../features/audit/chain/verify-chain.ts';
import { verifyPack } from '../features/evidence/pack/verify-pack.ts';
import { AppError } from '../errors.ts';
import { type Answer, type Answering, inWorkspace, parseOptions } from './command.ts';

type VerifyOptions = { workspace?: string; pack?: string; head?: string };

/** What was kept of an earlier check. */
const Expected = z.strictObject({
  head: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must be the 64 hexadecimal digits of a head')
    .optional(),
});

export function addAuditCommands(program: Command, { answer, say }: Answering): void {
  program
    .command('audit')
    .description('check the audit log')
    .command('verify')
    .description('check that no entry of the audit log was changed or removed; prints {valid, events, unsealed, …}')
    .option('--workspace <slug>', 'the workspace whose log it is')
    .option('--pack <file>', 'an evidence pack, checked by itself: no database is needed')
    .option('--head <hash>', 'the head of an earlier check that you kept: the log has to hold it')
    .action(async (options: VerifyOptions, command: Command) => {
      const { workspace, pack } = options;
      if ((workspace === undefined) === (pack === undefined)) {
        throw new AppError('invalid_request', 'Give either --workspace or --pack.');
      }
      const { head } = parseOptions(Expected, { head: options.head?.toLowerCase() });
      if (pack !== undefined) return say(command, await ofPack(pack));
      return answer(command, async (session) => {
        const verdict = await verifyAuditChain(await inWorkspace(session, workspace ?? ''), head);
        const { valid, events, unsealed, unsealed_since, broken, problems } = verdict;
        const tail = unsealed > 0 ? ` ${unsealed} newer ones have no place yet, since ${unsealed_since}.` : '';
        const broke = broken && `At entry ${broken.position}, ${broken.reason}. The ${events} before are as they were.`;
        const text = valid
          ? `Valid: ${events} events are as they were, up to ${verdict.head}.${tail}`
          : ['NOT VALID:', ...(broke ? [broke] : []), ...problems].join('\n');
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
