import type { Command } from 'commander';
import { NameDrive, type DriveCard } from '@training/shared/drive-cards';
import { DRIVE_KINDS } from '@training/shared/drives';
import { z } from 'zod';
import { allowedOrigins } from '../auth/origins.ts';
import type { DriveContext, Workspace } from '../context.ts';
import { findDriveWorkspace } from '../features/drives/manage/find-drive-workspace.ts';
import { followScan } from '../features/drives/manage/follow-scan.ts';
import { listDrives } from '../features/drives/manage/list-drives.ts';
import { scanDrive } from '../features/drives/manage/scan-drive.ts';
import { keepWalking } from '../features/drives/walks/keep-walking.ts';
import { findWorkspace } from '../features/workspaces/find-workspace.ts';
import { openKeyring } from '../platform/keyring.ts';
import { createDrives } from '../providers/drives/drives.ts';
import { type Answering, operatorContext, parseOptions, type Session } from './command.ts';

const Wait = z.strictObject({ wait: z.coerce.number().int().min(1).max(86_400) });

export function addDriveCommands(program: Command, { answer }: Answering): void {
  const drive = program.command('drive').description('drives that are read for content');

  drive
    .command('list')
    .description('list the drives of a workspace, and how they fare; prints {connections: […]}')
    .requiredOption('--workspace <slug>', 'which workspace')
    .action(({ workspace }: { workspace: string }, command: Command) =>
      answer(command, async (session) => {
        const ctx = driveContext(session, await findWorkspace(session.db, workspace));
        const { drives } = await listDrives(ctx);
        return { json: { connections: drives }, text: drives.map(line).join('\n') || 'There are no drives yet.' };
      }),
    );

  drive
    .command('scan')
    .description('walk through all that was picked of a drive; prints {files, suggestions, …}, with 1 where it failed')
    .requiredOption('--id <id>', 'the id of the drive, as “drive list” shows it')
    .option('--wait <seconds>', 'how long to wait while nothing moves: only a server reads what has changed', '60')
    .action(({ id, ...rest }: { id: string; wait: string }, command: Command) => {
      const named = parseOptions(NameDrive, { id });
      const { wait } = parseOptions(Wait, rest);
      return answer(command, async (session) => {
        const ctx = driveContext(session, await findDriveWorkspace(session.db, named.id));
        const { scan_id } = await scanDrive(ctx, named);
        const { state, reason, files, suggestions, waiting } = await walkUntilDone(ctx, session, scan_id, wait * 1000);
        const left = waiting > 0 ? ` ${waiting} files are still to be read, by a server that runs.` : '';
        return {
          json: { files, suggestions, waiting, state, reason },
          text: `The scan is ${state}: ${files} files, ${suggestions} suggestions.${left}`,
          failed: state === 'failed' || state === 'stopped',
        };
      });
    });
}

/** Walks in this process too, so that no server need run; each turn is taken by one of them. */
async function walkUntilDone(ctx: DriveContext, { progress }: Session, scanId: string, patience: number) {
  const stopping = new AbortController();
  const log = { ...ctx.ai.log, warn: (_fields: object, message: string) => progress(message) };
  const { db, ai, drives } = ctx;
  // Nobody waits for this process but the operator.
  const isBusy = () => false;
  const walking = keepWalking({ db, ai, drives, log, isBusy, stopping: stopping.signal });
  try {
    return await followScan(ctx, scanId, patience);
  } finally {
    stopping.abort();
    await walking.stop();
  }
}

function driveContext(session: Session, workspace: Workspace): DriveContext {
  const { config, progress } = session;
  const log = { error: (_fields: object, message: string) => progress(message) };
  return {
    ...operatorContext(session),
    workspace,
    ai: { keyring: openKeyring(config), log },
    drives: createDrives(config.drives, () => allowedOrigins(config, config.port)[0]),
  };
}

function line({ id, kind, account, state, advice, files, scan }: DriveCard): string {
  const known = files.reduce((sum, each) => sum + each.files, 0);
  const now = scan ? `, a scan has seen ${scan.files}` : '';
  return `${id}  ${state}  ${DRIVE_KINDS[kind].label} of ${account}  ${known} files${now}${advice ? `  ${advice}` : ''}`;
}
