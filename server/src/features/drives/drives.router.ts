import {
  AuthorizeDrive,
  ConnectLarkApp,
  ConnectedDrive,
  ConnectGoogleServiceAccount,
  DriveAuthorizationUrl,
  FinishDriveAuthorization,
} from '@training/shared/drives/connect-drive';
import {
  BrowseDrive,
  DisconnectedDrive,
  DriveSubfolderPage,
  DriveFilePage,
  DriveList,
  ListDriveFiles,
  DriveRef,
  PickDriveFoldersResult,
  PickDriveFolders,
  StartedDriveScan,
} from '@training/shared/drives/drive-summaries';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { createDriveConsentUrl, finishAuthorization } from './authorize-drive.ts';
import { connectLarkApp, connectServiceAccount } from './connect-drive.ts';
import { disconnectDrive } from './disconnect-drive.ts';
import { listDrives } from './list-drives.ts';
import { listScannedDriveFiles } from './list-scanned-drive-files.ts';
import { browseDrive, replacePickedFolders } from './pick-folders.ts';
import { startDriveScan } from './start-drive-scan.ts';

export const drivesRouter = router({
  list: permittedProcedure('drives:read')
    .output(DriveList)
    .query(({ ctx }) => listDrives(ctx)),
  files: permittedProcedure('drives:read')
    .input(ListDriveFiles)
    .output(DriveFilePage)
    .query(({ ctx, input }) => listScannedDriveFiles(ctx, input)),
  authorize: permittedProcedure('drives:write')
    .input(AuthorizeDrive)
    .output(DriveAuthorizationUrl)
    .mutation(({ ctx, input }) => createDriveConsentUrl(ctx, input)),
  finishAuthorization: permittedProcedure('drives:write')
    .input(FinishDriveAuthorization)
    .output(ConnectedDrive)
    .mutation(({ ctx, input }) => finishAuthorization(ctx, input)),
  connectServiceAccount: permittedProcedure('drives:write')
    .input(ConnectGoogleServiceAccount)
    .output(ConnectedDrive)
    .mutation(({ ctx, input }) => connectServiceAccount(ctx, input)),
  connectApp: permittedProcedure('drives:write')
    .input(ConnectLarkApp)
    .output(ConnectedDrive)
    .mutation(({ ctx, input }) => connectLarkApp(ctx, input)),
  browse: permittedProcedure('drives:write')
    .input(BrowseDrive)
    .output(DriveSubfolderPage)
    .query(({ ctx, input }) => browseDrive(ctx, input)),
  pick: permittedProcedure('drives:write')
    .input(PickDriveFolders)
    .output(PickDriveFoldersResult)
    .mutation(({ ctx, input }) => replacePickedFolders(ctx, input)),
  scan: permittedProcedure('drives:scan')
    .input(DriveRef)
    .output(StartedDriveScan)
    .mutation(({ ctx, input }) => startDriveScan(ctx, input)),
  disconnect: permittedProcedure('drives:write')
    .input(DriveRef)
    .output(DisconnectedDrive)
    .mutation(({ ctx, input }) => disconnectDrive(ctx, input)),
});
