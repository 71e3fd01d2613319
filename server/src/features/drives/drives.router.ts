import {
  AuthorizeDrive,
  ConnectApp,
  ConnectedDrive,
  ConnectServiceAccount,
  DriveAuthorization,
  FinishAuthorization,
} from '@training/shared/drives/connect-drive';
import {
  BrowseDrive,
  DisconnectedDrive,
  DriveBrowsing,
  DriveFilePage,
  DriveList,
  ListDriveFiles,
  DriveRef,
  PickedFolders,
  PickFolders,
  StartedScan,
} from '@training/shared/drives/drive-cards';
import { can, router } from '../../http/procedures.ts';
import { authorizeDrive, finishAuthorization } from './authorize-drive.ts';
import { connectApp, connectServiceAccount } from './connect-drive.ts';
import { disconnectDrive } from './disconnect-drive.ts';
import { listDrives } from './list-drives.ts';
import { listDriveFiles } from './list-files.ts';
import { browseDrive, pickFolders } from './pick-folders.ts';
import { scanDrive } from './scan-drive.ts';

export const drivesRouter = router({
  list: can('drives:read')
    .output(DriveList)
    .query(({ ctx }) => listDrives(ctx)),
  files: can('drives:read')
    .input(ListDriveFiles)
    .output(DriveFilePage)
    .query(({ ctx, input }) => listDriveFiles(ctx, input)),
  authorize: can('drives:write')
    .input(AuthorizeDrive)
    .output(DriveAuthorization)
    .mutation(({ ctx, input }) => authorizeDrive(ctx, input)),
  finishAuthorization: can('drives:write')
    .input(FinishAuthorization)
    .output(ConnectedDrive)
    .mutation(({ ctx, input }) => finishAuthorization(ctx, input)),
  connectServiceAccount: can('drives:write')
    .input(ConnectServiceAccount)
    .output(ConnectedDrive)
    .mutation(({ ctx, input }) => connectServiceAccount(ctx, input)),
  connectApp: can('drives:write')
    .input(ConnectApp)
    .output(ConnectedDrive)
    .mutation(({ ctx, input }) => connectApp(ctx, input)),
  browse: can('drives:write')
    .input(BrowseDrive)
    .output(DriveBrowsing)
    .query(({ ctx, input }) => browseDrive(ctx, input)),
  pick: can('drives:write')
    .input(PickFolders)
    .output(PickedFolders)
    .mutation(({ ctx, input }) => pickFolders(ctx, input)),
  scan: can('drives:scan')
    .input(DriveRef)
    .output(StartedScan)
    .mutation(({ ctx, input }) => scanDrive(ctx, input)),
  disconnect: can('drives:write')
    .input(DriveRef)
    .output(DisconnectedDrive)
    .mutation(({ ctx, input }) => disconnectDrive(ctx, input)),
});
