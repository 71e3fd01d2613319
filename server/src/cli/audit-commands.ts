import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { verifyAuditChain } from '../features/audit/chain/verify-chain.ts';
import { findEvidenceProblems } from '../features/evidence/find-evidence-problems.ts';
import { verifyPack, type PackTrustAnchors as ExpectedOfPack } from '../features/evidence/pack/verify-pack.ts';
import { AppError } from '../core/errors.ts';
import { openKeyring } from '../platform/encryption/keyring.ts';
import { SigningPublicKey } from '../platform/encryption/signing-key.ts';
import { SignedAuditCheckpoint, isSignedCheckpointOf } from '../features/audit/chain/send-checkpoints.ts';
import { type CommandResult, type CommandRunner, getOperatorContextOfWorkspace, parseOptions } from './command.ts';

type VerifyOptions = { workspace?: string; pack?: string; head?: string; key?: string; checkpoint?: string };

/** SHA-256 thumbprint in base64url. */
const KID = /^[\w-]{43}$/;
const Published = z.object({ keys: z.array(SigningPublicKey) });

/** Result of an earlier check. */
const Expected = z.strictObject({
  head: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must be the 64 hexadecimal digits of a head')
    .optional(),
});

export function addAuditCommands(program: Command, { answer, say }: CommandRunner): void {
  program
    .command('audit')
    .description('check the audit log')
    .command('verify')
    .description('check that no entry of the audit log was changed or removed; prints {valid, events, unsealed, …}')
    .option('--workspace <slug>', 'the workspace whose log it is')
    .option('--pack <file>', 'an evidence pack, checked by itself: no database is needed')
    .option('--head <hash>', 'the head of an earlier check that you kept: the log has to hold it')
    .option(
      '--key <kid|file>',
      'with --pack: the id of the key that has to have signed it, or a file of the published keys',
    )
    .option('--checkpoint <file>', 'with --workspace: a checkpoint that a webhook was sent, instead of --head')
    .action(async (options: VerifyOptions, command: Command) => {
      const { workspace, pack } = options;
      if ((workspace === undefined) === (pack === undefined)) {
        throw new AppError('invalid_request', 'Give either --workspace or --pack.');
      }
      const { head } = parseOptions(Expected, { head: options.head?.toLowerCase() });
      if (pack !== undefined) return say(command, await ofPack(pack, { head, keys: await keysOf(options.key) }));
      if (options.key !== undefined) throw new AppError('invalid_request', 'Give --key with --pack only.');
      return answer(command, async (session) => {
        const ctx = await getOperatorContextOfWorkspace(session, workspace ?? '');
        const checkpoint = await checkpointIn(options.checkpoint);
        const chain = await verifyAuditChain(ctx, checkpoint?.head ?? head);
        const changed = await findEvidenceProblems(ctx);
        if (checkpoint && !isSignedCheckpointOf(openKeyring(session.config), ctx.workspace.id, checkpoint)) {
          changed.push('The checkpoint is not signed by a key of this installation for this workspace.');
        }
        const verdict = {
          ...chain,
          valid: chain.valid && changed.length === 0,
          problems: [...chain.problems, ...changed],
        };
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

/** Returns the accepted key ids: the given one, or those in a file with the installation's published keys. */
async function keysOf(given: string | undefined): Promise<ReadonlySet<string> | undefined> {
  if (given === undefined) return undefined;
  if (KID.test(given)) return new Set([given]);
  try {
    const { keys } = Published.parse(JSON.parse(await readFile(given, 'utf8')));
    return new Set(keys.map(({ kid }) => kid));
  } catch {
    const words = `--key is neither the id of a key, which has 43 characters, nor a file of published keys: ${given}`;
    throw new AppError('invalid_request', words);
  }
}

/** Reads a checkpoint from a file with a webhook's body, or with only its data. */
async function checkpointIn(file: string | undefined): Promise<SignedAuditCheckpoint | undefined> {
  if (file === undefined) return undefined;
  try {
    const said: unknown = JSON.parse(await readFile(file, 'utf8'));
    return z
      .union([SignedAuditCheckpoint, z.object({ data: SignedAuditCheckpoint }).transform(({ data }) => data)])
      .parse(said);
  } catch {
    throw new AppError('invalid_request', `${file} holds no checkpoint; give the body of the webhook.`);
  }
}

/** Parts of a pack that only its signature proves (rules/evidence 5). */
const UNPROVED =
  'It is not checked that this is a key of the installation. Without that, a certificate with another text, and a completion hidden in the pack of a module or a person, go unnoticed, and so do a narrower scope than the pack was made for and another time of making: compare the key with the installation’s /.well-known/evidence-keys.json, or give --key.';

async function ofPack(path: string, expected: ExpectedOfPack): Promise<CommandResult> {
  const verdict = await verifyPack(path, expected);
  const { valid, events, completions, workspace, head, key, key_expected, problems } = verdict;
  const name = inOneLine(verdict.workspace_name) + (verdict.named_in_log ? '' : ', as the pack says');
  const about = `The pack says that it is of ${scopeInWords(verdict)}, and that it was made at ${verdict.generated_at}.`;
  const vouched = key_expected
    ? `Signed by the key ${key}, which you expect.`
    : `Signed by the key ${key}. ${UNPROVED}`;
  const text = valid
    ? `Valid: ${completions} completions of ${workspace} (${name}), and ${events} events of its audit log up to ${head}.\n${about}\n${vouched}`
    : ['NOT VALID:', ...problems].join('\n');
  return { json: verdict, text, failed: !valid };
}

function scopeInWords({ scope, scope_name, time_zone }: Awaited<ReturnType<typeof verifyPack>>): string {
  const { module_id, user_id, from, to } = scope;
  const id = module_id ?? user_id;
  const named = scope_name === null ? id : `${inOneLine(scope_name)} (${id})`;
  const of = id === undefined ? 'the whole workspace' : `the ${module_id ? 'module' : 'person'} ${named}`;
  if (from === undefined && to === undefined) return `${of}, on all days`;
  const days = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
  return `${of}, ${days} (${time_zone})`;
}

/** Keeps a name from looking like another line of the answer. */
const inOneLine = (name: string) => name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ');
