import path from 'node:path';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { openAndMigrateDatabase } from '../app/open-database.ts';
import { SEALED_COLUMNS } from '../app/sealed-columns.ts';
import { AppError } from '../core/errors.ts';
import { openOperatorDatabase } from '../database/database.ts';
import { compareSchemaRelease, SERVER_RELEASE } from '../database/schema/release.ts';
import { verifyAuditChain } from '../features/audit/chain/verify-chain.ts';
import { getWorkspaceBySlug } from '../features/workspaces/find-workspace.ts';
import { findMove, type WorkspaceMoveRow } from '../features/workspaces/moves/find-move.ts';
import type { MoveStorages } from '../features/workspaces/moves/storage-object-mover.ts';
import { WorkspaceMover } from '../features/workspaces/moves/move-workspace.ts';
import { openKeyring } from '../platform/encryption/keyring.ts';
import { openFolderStorage } from '../platform/storage/folder-storage.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { BucketAddress, openBucketStorage } from '../platform/storage/s3-storage.ts';
import type { ObjectStorage } from '../platform/storage/object-storage.ts';
import { type CommandRunner, createInstallationOperatorContext, parseOptions, type CommandSession } from './command.ts';

type Options = {
  to?: string;
  from?: string;
  origin?: string;
  storage?: string;
  acceptMissingFiles?: true;
  abort?: true;
  status?: true;
};

const DatabaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'Must be the URL of a database: postgresql://…');
const Given = z.strictObject({
  to: DatabaseUrl,
  from: DatabaseUrl.optional(),
  origin: z
    .url({ protocol: /^https?$/, error: 'Must be an address such as https://eu.example.org' })
    .refine((url) => new URL(url).origin === url.replace(/\/$/, ''), 'Must have no path')
    .transform((url) => new URL(url).origin)
    .optional(),
  storage: z
    .union([z.string().regex(/^[^:]*$/), BucketAddress], 'Must be a folder, or https://KEY:SECRET@host/bucket')
    .optional(),
});

export function addWorkspaceMoveCommand(workspace: Command, { answer }: CommandRunner): void {
  workspace
    .command('move')
    .description(
      'move a workspace to the database of another installation while people work; run it again to resume; prints the move',
    )
    .argument('<slug>', 'the workspace')
    .option('--to <url>', 'the other installation’s database, of an account that may subscribe')
    .option('--origin <url>', 'the other installation’s address, which people and systems are told afterwards')
    .option('--from <url>', 'this database as the other PostgreSQL reaches it; DATABASE_URL if absent')
    .addOption(
      new Option(
        '--storage <address>',
        'the other installation’s bucket, https://KEY:SECRET@host/bucket, or its folder “storage”; for workspaces with files, also with --abort',
      ).env('MOVE_STORAGE_URL'),
    )
    .option('--accept-missing-files', 'move without the files that the storage here has lost')
    .option('--abort', 'undo a move that hasn’t arrived; with the same --to and --storage')
    .option('--status', 'only say how far it is')
    .action((slug: string, options: Options, command: Command) =>
      answer(command, async (session) => {
        const begun = await findMove(session.db.em.fork(), slug);
        if (options.status) return statusOf(slug, begun);
        if (begun?.finishedAt) {
          throw new AppError('invalid_request', `The workspace ${slug} moved to ${begun.origin} already.`);
        }
        const { to, from, origin, storage } = parseOptions(Given, {
          to: options.to,
          from: options.from,
          origin: options.origin,
          storage: options.storage,
        });
        const destination = origin ?? begun?.origin;
        if (!destination) throw new AppError('invalid_request', '--origin: Give the other installation’s address.');
        const acceptsMissing = options.acceptMissingFiles === true;
        const storages = { destination: storageAt(storage), acceptsMissing };
        await withMove(session, { slug, to, from, origin: destination, storages }, (move) =>
          options.abort ? move.abort() : move.run(),
        );
        return options.abort
          ? { json: { slug, aborted: true }, text: `The workspace ${slug} stays. Nothing of it is left there.` }
          : statusOf(slug, await findMove(session.db.em.fork(), slug));
      }),
    );
}

type Target = {
  slug: string;
  to: string;
  from: string | undefined;
  origin: string;
  storages: Omit<MoveStorages, 'source'>;
};

async function withMove(
  session: CommandSession,
  target: Target,
  work: (move: WorkspaceMover) => Promise<unknown>,
): Promise<void> {
  const { config, progress } = session;
  const workspace = await getWorkspaceBySlug(session.db, target.slug);
  await assertSameRelease(target.to);
  // A fresh database gets its tables.
  const there = await openAndMigrateDatabase(
    { databaseUrl: target.to, dataDir: config.dataDir },
    { onProgress: progress },
  );
  try {
    const keyring = openKeyring(config);
    const move = await WorkspaceMover.open({
      workspace,
      urls: { source: session.url, destination: target.to, from: target.from ?? session.url },
      origins: { source: config.publicUrl ?? null, destination: target.origin },
      columns: SEALED_COLUMNS,
      storages: { source: openStorage(config), ...target.storages },
      activeKey: keyring.ids().length > 0 ? keyring.activeId : undefined,
      async verify() {
        const { valid, broken, problems } = await verifyAuditChain({
          ...createInstallationOperatorContext(there),
          workspace,
        });
        if (valid) return;
        const why = broken ? `at entry ${broken.position}, ${broken.reason}` : problems.join('; ');
        throw new AppError('invalid_request', `The audit log isn’t what was written: ${why}. See “audit verify”.`);
      },
      onProgress: progress,
    });
    try {
      await work(move);
    } finally {
      await move.close();
    }
  } finally {
    await there.close();
  }
}

/** Opens the storage of the other installation. */
function storageAt(address: string | undefined): ObjectStorage | undefined {
  if (address === undefined) return undefined;
  return address.includes(':') ? openBucketStorage(address) : openFolderStorage(path.resolve(address));
}

/** @throws AppError `invalid_request` if the database belongs to another release, which must not be migrated here */
async function assertSameRelease(url: string): Promise<void> {
  const db = await openOperatorDatabase(url, 1);
  try {
    const found = await compareSchemaRelease(db.pool).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new AppError('invalid_request', `--to: The database can’t be reached: ${reason}.`);
    });
    if (!found || found.release === SERVER_RELEASE) return;
    throw new AppError(
      'invalid_request',
      `--to: Its release is ${found.release}, and that of this installation ${SERVER_RELEASE}. Upgrade the older one first.`,
    );
  } finally {
    await db.close();
  }
}

function statusOf(slug: string, move: WorkspaceMoveRow | undefined) {
  if (!move) return { json: { slug, step: null }, text: `The workspace ${slug} isn’t moving.` };
  const { direction, step, origin, startedAt, switchedAt, finishedAt } = move;
  const { storage: _, ...progress } = move.progress;
  const json = {
    slug,
    direction,
    step,
    origin,
    progress,
    started_at: startedAt.toISOString(),
    switched_at: switchedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
  };
  const held = progress.held === undefined ? '' : ` Writers waited for ${progress.held} ms at most.`;
  const text = finishedAt
    ? `The workspace ${slug} moved to ${origin}.${held}`
    : `The workspace ${slug} is moving ${direction === 'out' ? 'to' : 'from'} ${origin ?? 'another installation'}: ${step}.`;
  return { json, text };
}
