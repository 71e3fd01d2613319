import type { InferEntity } from '@mikro-orm/core';
import {
  DriveConnectionEntity,
  PickedDriveFolderEntity,
} from '../../src/features/drive-sync/connection/drive-connection.entity.ts';
import { DriveItemEntity } from '../../src/features/drive-sync/ingest/drive-file.entity.ts';
import { SourceDriftEntity } from '../../src/features/source-drift/source-drift.entity.ts';
import type { Database } from '../../src/database/database.ts';
import { createWorkspaceEntityManager } from '../../src/core/transaction.ts';
import { newId } from '../../src/platform/ids.ts';

type DriveRow = Pick<
  InferEntity<typeof DriveConnectionEntity>,
  'kind' | 'auth' | 'account' | 'appId' | 'state' | 'push' | 'sealed' | 'keyId' | 'version' | 'dueAt'
>;
type FileRow = Pick<
  InferEntity<typeof DriveItemEntity>,
  | 'providerId'
  | 'isFolder'
  | 'name'
  | 'mediaType'
  | 'parentIds'
  | 'state'
  | 'folderId'
  | 'checksum'
  | 'revision'
  | 'dueAt'
  | 'textHash'
  | 'suggestionId'
  | 'url'
>;

type Workspace = { id: string; slug: string; name: string };

let made = 0;

/** Makes rows of drives as a test needs them: no provider was asked, and no credential opens. */
export function driveMaker(db: Database) {
  return {
    drive: async (workspace: Workspace, changes: Partial<DriveRow> = {}) => {
      const n = ++made;
      const now = new Date();
      const manager = createWorkspaceEntityManager({ db, workspace });
      const drive = {
        workspaceId: workspace.id,
        id: newId(),
        kind: 'google' as const,
        auth: 'oauth' as const,
        account: `account-${n}@example.com`,
        appId: 'client',
        state: 'connected' as const,
        stateAt: now,
        push: 'none' as const,
        connectedByName: 'Carla',
        connectedAt: now,
        updatedAt: now,
        ...changes,
      };
      manager.create(DriveConnectionEntity, drive);
      await manager.flush();
      return drive;
    },

    async driveFolder(
      workspace: Workspace,
      connectionId: string,
      changes: { departmentId?: string; providerId?: string } = {},
    ) {
      const manager = createWorkspaceEntityManager({ db, workspace });
      const folder = {
        workspaceId: workspace.id,
        id: newId(),
        connectionId,
        providerId: `folder-${++made}`,
        driveId: null,
        name: `Folder ${made}`,
        pickedByName: 'Carla',
        pickedAt: new Date(),
        ...changes,
      };
      manager.create(PickedDriveFolderEntity, folder);
      await manager.flush();
      return folder;
    },

    driveFile: async (workspace: Workspace, connectionId: string, changes: Partial<FileRow> = {}) => {
      const manager = createWorkspaceEntityManager({ db, workspace });
      const file = {
        workspaceId: workspace.id,
        id: newId(),
        connectionId,
        providerId: `file-${++made}`,
        isFolder: false,
        name: `File ${made}`,
        mediaType: 'text/markdown',
        parentIds: [],
        state: 'discovered' as const,
        stateAt: new Date(),
        ...changes,
      };
      manager.create(DriveItemEntity, file);
      await manager.flush();
      return file;
    },

    /** A card that is marked, because its passage is no longer in the file. */
    async sourceDrift(
      workspace: Workspace,
      { moduleId, fileId, suggestionId }: { moduleId: string; fileId: string; suggestionId: string },
      text: string,
    ) {
      const manager = createWorkspaceEntityManager({ db, workspace });
      const now = new Date();
      const mark = {
        workspaceId: workspace.id,
        moduleId,
        section: 'flashcards' as const,
        itemId: newId(),
        position: 1,
        title: text,
        quote: text,
        suggestionId,
        fileId,
        gone: false,
        old: { before: '', text, after: '' },
        markedAt: now,
        changedAt: now,
      };
      manager.create(SourceDriftEntity, mark);
      await manager.flush();
      return mark;
    },
  };
}
