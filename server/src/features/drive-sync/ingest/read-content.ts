import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import type { DriveFileState } from '@training/shared/drives/drives';
import { countCodePoints } from '@training/shared/text';
import { clipText } from '../../../platform/clip-text.ts';
import { extractDocumentText } from '../../../platform/documents/read-document.ts';
import { UnreadableDocumentError } from '../../../platform/documents/unreadable-document.ts';
import { type Drive, DriveError, type DriveItem, type DriveFailureOutcome } from '../../../providers/drives/drive.ts';

/** The text of a file, with metadata. */
export type FileText = {
  text: string;
  /** The title inside the document, if it has one. */
  title: string | null;
  checksum: string | null;
  url: string | null;
};

/** A state for a file that isn't read, with a reason as a code or in words. */
export type UnreadFileState = {
  unread: Extract<DriveFileState, 'skipped' | 'unreadable' | 'trashed' | 'failed'>;
  reason: string | null;
};

type Asked = {
  providerId: string;
  driveId: string | null;
  name: string;
  mediaType: string;
  targetMediaType: string | null;
};

/** Failures caused by the file itself, which last until it changes. Other failures are not the file's fault. */
const OF_FILE: Partial<Record<DriveFailureOutcome, UnreadFileState>> = {
  too_large: { unread: 'skipped', reason: 'too_large' },
  export_forbidden: { unread: 'skipped', reason: 'export_forbidden' },
  unsupported: { unread: 'skipped', reason: 'unsupported' },
  empty: { unread: 'skipped', reason: 'empty' },
  forbidden: { unread: 'unreadable', reason: 'forbidden' },
  not_found: { unread: 'unreadable', reason: 'not_found' },
};

type How = {
  /** The workspace whose documents share a queue slot. */
  owner: string;
  signal: AbortSignal;
  /** Returns true if this content was read before, so that it isn't read again. */
  isKnown: (item: DriveItem) => boolean;
  /** Returns true if the target of a shortcut is read anyway. */
  isRead: (providerId: string) => Promise<boolean>;
};

/**
 * Fetches and reads a file (rules/drives 6). Follows a shortcut once. Returns 'known' if the content was read before.
 * @throws DriveError if the whole drive failed, and the signal's reason
 */
export async function readFileContent(
  drive: Drive,
  asked: Asked,
  how: How,
): Promise<FileText | UnreadFileState | 'known'> {
  try {
    return await read(drive, asked, how);
  } catch (error) {
    if (error instanceof UnreadableDocumentError) return ofDocument(error);
    const unread = error instanceof DriveError ? OF_FILE[error.outcome] : undefined;
    if (unread) return unread;
    throw error;
  }
}

async function read(drive: Drive, seen: Asked, how: How): Promise<FileText | UnreadFileState | 'known'> {
  const { owner, signal } = how;
  const { providerId, driveId } = seen;
  // The media types are known from the listing. A request would add nothing.
  if (isFolderType(seen.targetMediaType)) return { unread: 'skipped', reason: 'folder_shortcut' };
  if (!drive.reads(seen)) return { unread: 'skipped', reason: 'unsupported' };
  const asked = await drive.get({ id: providerId, driveId }, signal);
  if (!asked) return { unread: 'unreadable', reason: 'not_found' };
  if (asked.trashed) return { unread: 'trashed', reason: null };
  const item = await followed(drive, asked, how);
  if ('unread' in item) return item;
  if (!item.readable) return { unread: 'skipped', reason: 'export_forbidden' };
  if (how.isKnown(item)) return 'known';
  const content = await drive.read(item, signal);
  const document =
    'text' in content
      ? { text: content.text, title: null }
      : await extractDocumentText(content.bytes, content.file, { owner, signal });
  const text = document.text.toWellFormed().replaceAll('\0', '').replaceAll(/\r\n?/g, '\n').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return { unread: 'skipped', reason: 'empty' };
  if (countCodePoints(text) > AI_INPUT_LIMITS.sourceText) return { unread: 'skipped', reason: 'too_large' };
  return { text, title: document.title, checksum: item.checksum, url: asked.url };
}

/** Returns the item itself, or the target of a shortcut. */
async function followed(drive: Drive, item: DriveItem, { signal, isRead }: How): Promise<DriveItem | UnreadFileState> {
  if (item.kind === 'file') return item;
  const { target } = item;
  if (item.kind === 'folder' || !target) return { unread: 'skipped', reason: 'unsupported' };
  if (isFolderType(target.mediaType)) return { unread: 'skipped', reason: 'folder_shortcut' };
  if (await isRead(target.id)) return { unread: 'skipped', reason: 'shortcut' };
  const found = await drive.get({ id: target.id, driveId: null }, signal);
  if (!found || found.trashed) return { unread: 'unreadable', reason: 'not_found' };
  if (found.kind === 'folder') return { unread: 'skipped', reason: 'folder_shortcut' };
  return found.kind === 'file' ? found : { unread: 'skipped', reason: 'unsupported' };
}

/** Maximum code points of the title of a suggestion or source. */
const LONGEST_TITLE = 300;

/** Returns the document's own title, or the file name without its extension. */
export function titleOfDocument({ name }: Pick<Asked, 'name'>, { title }: FileText): string {
  const given = oneLine(title ?? '') || oneLine(name.replace(/\.(docx|pptx|odp|xlsx|pdf|md|markdown|html?|txt)$/i, ''));
  return clipText(given || 'Untitled', LONGEST_TITLE);
}

const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();

/** Each provider has its own media type for folders. */
const isFolderType = (mediaType: string | null): boolean =>
  mediaType === 'folder' || mediaType === 'application/vnd.google-apps.folder';

function ofDocument({ reason, message }: UnreadableDocumentError): UnreadFileState {
  if (reason === 'empty' || reason === 'too_large') return { unread: 'skipped', reason };
  return { unread: 'skipped', reason: message };
}
