import type { Command } from 'commander';
import { DriveRef, type DriveSummary } from '@training/shared/drives/drive-summaries';
import { DRIVE_KIND_LABELS } from '@training/shared/drives/drives';
import { z } from 'zod';
import { allowedOriginsOf } from '../auth/sessions/origins.ts';
import type { DriveContext, Workspace } from '../core/context.ts';
import { startDriveFileWorker } from '../features/drive-sync/ingest/start-drive-file-worker.ts';
import { waitForScan, startDriveScan } from '../features/drives/start-drive-scan.ts';
import { listDrives } from '../features/drives/list-drives.ts';
import { startCrawlWorker } from '../features/drive-sync/crawl/start-crawl-worker.ts';
import { getWorkspaceBySlug } from '../features/workspaces/find-workspace.ts';
import { openKeyring } from '../platform/encryption/keyring.ts';
import { createDriveProviders } from '../providers/drives/drive-providers.ts';
import { getDriveWorkspace } from '../features/drives/get-drive-connection.ts';
import { type CommandRunner, createInstallationOperatorContext, parseOptions, type CommandSession } from './command.ts';

const Wait = z.strictObject({ wait: z.coerce.number().int().min(1).max(86_400) });

export function addDriveCommands(program: Command, { answer }: CommandRunner): void {
  const drive = program.command('drive').description('drives that are read for content');

  drive
    .command('list')
    .description('list the drives of a workspace, and how they fare; prints {connections: […]}')
    .requiredOption('--workspace <slug>', 'which workspace')
    .action(({ workspace }: { workspace: string }, command: Command) =>
      answer(command, async (session) => {
        const ctx = driveContext(session, await getWorkspaceBySlug(session.db, workspace));
        const { drives } = await listDrives(ctx);
        return { json: { connections: drives }, text: drives.map(line).join('\n') || 'There are no drives yet.' };
      }),
    );

  drive
    .command('scan')
    .description(
      'walk through all that was picked of a drive and read it; prints {files, suggestions, …}, with 1 where it failed',
    )
    .requiredOption('--id <id>', 'the id of the drive, as “drive list” shows it')
    .option('--wait <seconds>', 'how long to wait while nothing moves: only a server has AI read texts', '60')
    .action(({ id, ...rest }: { id: string; wait: string }, command: Command) => {
      const named = parseOptions(DriveRef, { id });
      const { wait } = parseOptions(Wait, rest);
      return answer(command, async (session) => {
        const ctx = driveContext(session, await getDriveWorkspace(session.db, named.id));
        const { scan_id } = await startDriveScan(ctx, named);
        const done = await scanUntilDone(ctx, session, { id: named.id, scanId: scan_id, patience: wait * 1000 });
        const { state, reason, files, suggestions, waiting, scanning } = done;
        const left = waiting > 0 ? ` ${waiting} files are still to be read; a server that runs goes on with them.` : '';
        const ai =
          scanning > 0
            ? ` ${scanning} texts wait for AI, which only a server that runs calls: start one with npm start.`
            : '';
        return {
          json: { files, suggestions, waiting, scanning, state, reason },
          text: `The scan is ${state}: ${files} files, ${suggestions} suggestions.${left}${ai}`,
          failed: state === 'failed' || state === 'stopped',
        };
      });
    });
}

/**
 * Scans and reads files in this process, too, like a server, so that no server has to run. Each step and each file is
 * claimed by one process. AI calls are jobs of all workspaces, with shares and budgets managed by servers, and are left
 * to them.
 */
async function scanUntilDone(ctx: DriveContext, { config, progress }: CommandSession, scan: Scan) {
  const stopping = new AbortController();
  const log = { ...ctx.ai.log, warn: (_fields: object, message: string) => progress(message) };
  const { db, ai, drives, workspace } = ctx;
  // This process has no requests to give way to.
  const isBusy = () => false;
  const services = { db, drives, log, ai: { ...ai, settings: config.ai }, stopping: stopping.signal };
  const loops = [
    startCrawlWorker({ ...services, isBusy }),
    // No notifications are received; the loop polls for files.
    startDriveFileWorker(
      { ...services, live: { follow: () => () => undefined } },
      { workspaceId: workspace.id, id: scan.id },
    ),
  ];
  try {
    return await waitForScan(ctx, scan.scanId, scan.patience);
  } finally {
    stopping.abort();
    await Promise.all(loops.map((loop) => loop.stop()));
  }
}

/** The drive, the scan, and the milliseconds without progress after which to stop. */
type Scan = { id: string; scanId: string; patience: number };

function driveContext(session: CommandSession, workspace: Workspace): DriveContext {
  const { config, progress } = session;
  const log = { error: (_fields: object, message: string) => progress(message) };
  return {
    ...createInstallationOperatorContext(session),
    workspace,
    ai: { keyring: openKeyring(config), log },
    drives: createDriveProviders(config.drives, () => allowedOriginsOf(config, config.port)[0]),
  };
}

function line({ id, kind, account, state, advice, files, scan }: DriveSummary): string {
  const known = files.reduce((sum, each) => sum + each.files, 0);
  const now = scan ? `, a scan has seen ${scan.files}` : '';
  return `${id}  ${state}  ${DRIVE_KIND_LABELS[kind].label} of ${account}  ${known} files${now}${advice ? `  ${advice}` : ''}`;
}
