import {
  AuthorizeDrive,
  ConnectApp,
  ConnectedDrive,
  ConnectServiceAccount,
  DriveAuthorization,
  FinishAuthorization,
} from '@training/shared/connect-drive';
import {
  BrowseDrive,
  DisconnectedDrive,
  DriveBrowsing,
  DriveFilePage,
  DriveList,
  ListDriveFiles,
  NameDrive,
  PickedFolders,
  PickFolders,
  StartedScan,
} from '@training/shared/drive-cards';
import { can, router } from '../../http/procedures.ts';
import { authorizeDrive, finishAuthorization } from './manage/authorize-drive.ts';
import { browseDrive } from './manage/browse-drive.ts';
import { connectApp, connectServiceAccount } from './manage/connect-drive.ts';
import { disconnectDrive } from './manage/disconnect-drive.ts';
import { listDrives } from './manage/list-drives.ts';
import { listDriveFiles } from './manage/list-files.ts';
import { pickFolders } from './manage/pick-folders.ts';
import { scanDrive } from './manage/scan-drive.ts';

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
    .input(NameDrive)
    .output(StartedScan)
    .mutation(({ ctx, input }) => scanDrive(ctx, input)),
  disconnect: can('drives:write')
    .input(NameDrive)
    .output(DisconnectedDrive)
    .mutation(({ ctx, input }) => disconnectDrive(ctx, input)),
});
