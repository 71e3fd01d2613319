import { z } from 'zod';
import type { DriveContent, DriveItem, ListedKind } from '../drive.ts';
import { DriveFailure } from '../drive-failure.ts';
import type { LarkCalls } from './lark-calls.ts';

const RawContent = z.object({ data: z.object({ content: z.string() }) });

type Uploaded = Extract<DriveContent, { bytes: Uint8Array }>['file'];

/** Kind of an uploaded file by its extension. Nothing else is known before the download, not even the size. */
const ENDINGS: Record<string, Uploaded> = {
  pdf: 'pdf',
  docx: 'docx',
  html: 'html',
  htm: 'html',
  md: 'text',
  markdown: 'text',
  txt: 'text',
};

/** @throws DriveFailure */
export async function readLarkFile(calls: LarkCalls, item: DriveItem, signal?: AbortSignal): Promise<DriveContent> {
  // A shortcut is followed only once.
  const { id, mediaType } = item.kind === 'shortcut' && item.target ? item.target : item;
  if (mediaType === 'docx') return readDocument(calls, id, signal);
  const file =
    mediaType === 'file' && isReadableLarkFile({ mediaType, name: item.name })
      ? ENDINGS[endingOf(item.name)]
      : undefined;
  if (!file) throw new DriveFailure('unsupported');
  const bytes = await calls.file({ path: `/drive/v1/files/${encodeURIComponent(id)}/download`, signal });
  if (bytes.byteLength === 0) throw new DriveFailure('empty');
  return { file, bytes };
}

/** Returns true if a file, or the target of a shortcut, may be one that is read. */
export function isReadableLarkFile({ mediaType, name, targetMediaType = null }: ListedKind): boolean {
  if (mediaType === 'shortcut') return targetMediaType === null || ['docx', 'file'].includes(targetMediaType);
  return mediaType === 'docx' || (mediaType === 'file' && Object.hasOwn(ENDINGS, endingOf(name)));
}

async function readDocument(calls: LarkCalls, id: string, signal?: AbortSignal): Promise<DriveContent> {
  const path = `/docx/v1/documents/${encodeURIComponent(id)}/raw_content`;
  const { data } = await calls.json(RawContent, { path, signal });
  if (data.content.trim() === '') throw new DriveFailure('empty');
  return { text: data.content };
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
