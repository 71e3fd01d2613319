import type { DriveItem } from '../../src/providers/drives/drive.ts';

/** An item as a provider lists it; what a test does not name is ordinary. */
export function driveItem(id: string, changes: Partial<DriveItem> = {}): DriveItem {
  return {
    id,
    name: `Name of ${id}`,
    kind: 'file',
    mediaType: changes.kind === 'folder' ? 'folder' : 'text/markdown',
    parents: [],
    driveId: null,
    trashed: false,
    readable: true,
    size: 100,
    checksum: changes.kind === 'folder' ? null : `checksum of ${id}`,
    revision: '1',
    changedAt: null,
    url: `https://drive.example/${id}`,
    target: null,
    resourceKey: null,
    ...changes,
  };
}
