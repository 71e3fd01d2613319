import type { Command } from 'commander';
import type { Config } from '../core/config.ts';
import { discardSecrets, type DiscardedSecrets } from '../features/secrets/discard-secrets.ts';
import { formatEnglishCount, formatCounts } from '../features/secrets/stored-secret.ts';
import { rewrapSecrets, type RewrapResult } from '../features/secrets/rewrap-secrets.ts';
import { assertNoWorkspaceIsMoving } from '../features/workspaces/moves/find-move.ts';
import { keyringFilePathOf } from '../platform/encryption/keyring-file.ts';
import { addKeyToKeyringFile, assertKeyringIsInFile } from '../platform/encryption/keyring-file-write.ts';
import { openKeyring, type Keyring } from '../platform/encryption/keyring.ts';
import { SEALED_COLUMNS } from '../app/sealed-columns.ts';
import { type CommandRunner, createInstallationOperatorContext } from './command.ts';

const columns = SEALED_COLUMNS;

export function addEncryptionKeyCommands(program: Command, { answer }: CommandRunner): void {
  const keys = program
    .command('keys')
    .description('the encryption keys under which secrets are sealed, such as AI provider keys');

  keys
    .command('rewrap')
    .description(
      'seal all secrets of all workspaces under the active encryption key, in one transaction that reads each back; ' +
        'every running server must have that key already; prints {active, rewrapped, already, keys, dry_run}',
    )
    .option('--dry-run', 'only say what would be moved, and whether each decrypts')
    .option('--new-key', 'first add a fresh encryption key to keyring.json in DATA_DIR, and make it the active one')
    .action((options: { dryRun?: true; newKey?: true }, command: Command) =>
      answer(command, async (session) => {
        const { config } = session;
        if (options.newKey) assertKeyringIsInFile(config.encryption);
        const keyring = openKeyring(config);
        const dryRun = options.dryRun === true;
        if (!dryRun) await assertNoWorkspaceIsMoving(session.db.em.fork());
        const done = await rewrapSecrets(createInstallationOperatorContext(session), {
          keyring,
          columns,
          dryRun,
          addKey: options.newKey && (() => addKeyToKeyringFile(config)),
        });
        return {
          json: { ...done, rewrapped: moved(done), dry_run: dryRun },
          text: dryRun ? foundInWords(done) : doneInWords(done, keyring, config),
        };
      }),
    );

  keys
    .command('discard')
    .description(
      'remove the secrets that cannot be decrypted any more because their encryption key is lost; ' +
        'prints {key_id, discarded: […], freed}',
    )
    .requiredOption('--key-id <id>', 'the id of the lost encryption key')
    .option('--yes', 'really remove them; without it, only say which')
    .action(({ keyId, yes }: { keyId: string; yes?: true }, command: Command) =>
      answer(command, async (session) => {
        const keyring = openKeyring(session.config);
        const options = { keyring, columns, keyId, confirmed: yes === true };
        const { discarded, freed } = await discardSecrets(createInstallationOperatorContext(session), options);
        return {
          json: {
            key_id: keyId,
            discarded: discarded.map(({ workspace, noun, labels, id }) => ({ workspace, secret: noun, ...labels, id })),
            freed,
          },
          text: discardedInWords(keyId, { discarded, freed }),
        };
      }),
    );
}

const moved = ({ rewrapped }: RewrapResult) => [...rewrapped.values()].reduce((sum, number) => sum + number, 0);

function foundInWords(found: RewrapResult): string {
  const { active, rewrapped, already } = found;
  if (moved(found) + already === 0) return 'Nothing is sealed, so nothing would be moved.';
  const target = active === null ? 'a fresh encryption key' : `the encryption key “${active}”`;
  return (
    `${formatCounts(rewrapped)} would be moved to ${target}; ${already} ${already === 1 ? 'is' : 'are'} under ` +
    'it already. Each of them decrypts. Nothing was changed.'
  );
}

function doneInWords({ active, rewrapped, already, keys }: RewrapResult, keyring: Keyring, config: Config): string {
  if (active === null) return 'Nothing is sealed, and there is no keyring yet.';
  const lines = [
    `Moved ${formatCounts(rewrapped)} to the encryption key “${active}”; ${already} ` +
      `${already === 1 ? 'was' : 'were'} under it already. Each was read back and decrypts.`,
  ];
  const late = Object.keys(keys).filter((id) => id !== active);
  if (late.length > 0) lines.push(`Meanwhile secrets were sealed under: ${late.join(', ')}. Run this again.`);
  const unused = keyring.ids().filter((id) => id !== active && !Object.hasOwn(keys, id));
  if (unused.length > 0) {
    const place = config.encryption ? 'ENCRYPTION_KEYS' : keyringFilePathOf(config.dataDir);
    lines.push(
      `No longer in use: ${unused.join(', ')}. They may be removed from ${place} once no server seals with them; ` +
        'backups of the database from before now still need them.',
    );
  }
  return lines.join('\n');
}

function discardedInWords(keyId: string, { discarded, freed }: DiscardedSecrets): string {
  const lines = discarded.map(({ workspace, noun, labels, id }) =>
    [workspace, noun, ...Object.values(labels), id].join('  '),
  );
  if (freed) lines.push(`Another encryption key may have the id “${keyId}” from now on.`);
  return [`Removed ${formatEnglishCount(discarded.length, 'secret')} sealed under “${keyId}”:`, ...lines].join('\n');
}
