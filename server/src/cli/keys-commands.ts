import type { Command } from 'commander';
import type { Config } from '../config.ts';
import { discardKeys } from '../features/provider-keys/discard-keys.ts';
import { rewrapKeys, type Rewrapped } from '../features/provider-keys/rewrap-keys.ts';
import { count } from '../features/provider-keys/stored-key.ts';
import { keyringFile } from '../platform/keyring-file.ts';
import { addKeyToFile, mustBeFile } from '../platform/keyring-file-write.ts';
import { openKeyring, type Keyring } from '../platform/keyring.ts';
import { answer, operatorContext } from './command.ts';

export function addKeysCommands(program: Command): void {
  const keys = program.command('keys').description('the encryption keys under which AI provider keys are sealed');

  keys
    .command('rewrap')
    .description(
      'seal all AI provider keys of all workspaces under the active encryption key, in one transaction that reads each ' +
        'back; every running server must have that key already; prints {active, rewrapped, already, keys, dry_run}',
    )
    .option('--dry-run', 'only say what would be moved, and whether each decrypts')
    .option('--new-key', 'first add a fresh encryption key to keyring.json in DATA_DIR, and make it the active one')
    .action((options: { dryRun?: true; newKey?: true }, command: Command) =>
      answer(command, async (session) => {
        const { config } = session;
        if (options.newKey) mustBeFile(config.encryption);
        const keyring = openKeyring(config);
        const dryRun = options.dryRun === true;
        const done = await rewrapKeys(operatorContext(session), {
          keyring,
          dryRun,
          addKey: options.newKey && (() => addKeyToFile(config)),
        });
        return {
          json: { ...done, dry_run: dryRun },
          text: dryRun ? foundInWords(done) : doneInWords(done, keyring, config),
        };
      }),
    );

  keys
    .command('discard')
    .description(
      'remove the AI provider keys that cannot be decrypted any more because their encryption key is lost; ' +
        'prints {key_id, discarded: […]}',
    )
    .requiredOption('--key-id <id>', 'the id of the lost encryption key')
    .option('--yes', 'really remove them; without it, only say which')
    .action(({ keyId, yes }: { keyId: string; yes?: true }, command: Command) =>
      answer(command, async (session) => {
        const keyring = openKeyring(session.config);
        const discarded = await discardKeys(operatorContext(session), { keyring, keyId, confirmed: yes === true });
        const lines = discarded.map(({ workspace, capability, id }) => `${workspace}  ${capability}  ${id}`);
        return {
          json: { key_id: keyId, discarded },
          text: [`Removed ${count(discarded.length, 'provider key')} sealed under “${keyId}”:`, ...lines].join('\n'),
        };
      }),
    );
}

function foundInWords({ active, rewrapped, already }: Rewrapped): string {
  if (rewrapped + already === 0) return 'There are no provider keys to move.';
  const target = active === null ? 'a fresh encryption key' : `the encryption key “${active}”`;
  return (
    `${count(rewrapped, 'provider key')} would be moved to ${target}; ${already} ${already === 1 ? 'is' : 'are'} under ` +
    'it already. Each of them decrypts. Nothing was changed.'
  );
}

function doneInWords({ active, rewrapped, already, keys }: Rewrapped, keyring: Keyring, config: Config): string {
  if (active === null) return 'There are no provider keys to move, and no keyring yet.';
  const lines = [
    `Moved ${count(rewrapped, 'provider key')} to the encryption key “${active}”; ${already} ` +
      `${already === 1 ? 'was' : 'were'} under it already. Each was read back and decrypts.`,
  ];
  const late = Object.keys(keys).filter((id) => id !== active);
  if (late.length > 0) lines.push(`Meanwhile provider keys were saved under: ${late.join(', ')}. Run this again.`);
  const unused = keyring.ids().filter((id) => id !== active && !Object.hasOwn(keys, id));
  if (unused.length > 0) {
    const place = config.encryption ? 'ENCRYPTION_KEYS' : keyringFile(config.dataDir);
    lines.push(
      `No longer in use: ${unused.join(', ')}. They may be removed from ${place} once no server seals with them; ` +
        'backups of the database from before now still need them.',
    );
  }
  return lines.join('\n');
}
