import { TYPES, type Changed, type GoogleWorld, type SharedDrive, type WorldFile } from './world.ts';

const time = (at: number) => new Date(at).toISOString();

/** A file as an account sees it. What is in a folder that it does not see has no parents. */
export function fileResource(world: GoogleWorld, email: string, file: WorldFile): object {
  const { id, content, target } = file;
  const targetFile = target === undefined ? undefined : world.files.get(target);
  const hasContent = file.mimeType !== TYPES.folder && file.mimeType !== TYPES.shortcut;
  const parents = file.parent !== null && world.sees(email, file.parent) ? [file.parent] : undefined;
  return {
    kind: 'drive#file',
    id,
    name: file.name,
    mimeType: file.mimeType,
    ...(parents && { parents }),
    ...(file.driveId !== null && { driveId: file.driveId }),
    trashed: world.isTrashed(id),
    ...(file.resourceKey !== undefined && { resourceKey: file.resourceKey }),
    explicitlyTrashed: file.trashed,
    ...(content && {
      size: String(content.bytes.length),
      md5Checksum: content.md5,
      sha256Checksum: content.sha256,
      headRevisionId: `${content.md5}-${file.version}`,
    }),
    version: String(file.version),
    modifiedTime: time(file.modifiedAt),
    webViewLink: `https://drive.google.com/file/d/${id}/view`,
    ownedByMe: file.owner === email,
    shared: file.sharedWith.size > 0,
    capabilities: { canDownload: file.canDownload && hasContent, canEdit: false, canListChildren: !hasContent },
    ...(target !== undefined && {
      shortcutDetails: {
        targetId: target,
        ...(targetFile && { targetMimeType: targetFile.mimeType }),
        ...(targetFile?.resourceKey !== undefined && { targetResourceKey: targetFile.resourceKey }),
      },
    }),
  };
}

export function changeResource(world: GoogleWorld, email: string, { at, fileId, file }: Changed): object {
  return {
    kind: 'drive#change',
    type: 'file',
    changeType: 'file',
    time: time(at),
    fileId,
    removed: file === undefined,
    ...(file && { file: fileResource(world, email, file) }),
  };
}

export function driveResource({ id, name }: SharedDrive): object {
  return { kind: 'drive#drive', id, name, hidden: false, capabilities: { canListChildren: true } };
}
