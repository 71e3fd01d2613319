import { z } from 'zod';
import { AccessTokenCache } from '../access-tokens.ts';
import type { AccessTokenCacheKey, LarkDriveApp } from '../credential.ts';
import { createDriveFetch } from '../drive-fetch.ts';
import {
  type Drive,
  type DriveFileContent,
  DriveError,
  type DriveItem,
  type DriveFolderRef,
  type ListedFileKind,
} from '../drive.ts';
import { parseListItems, type ReportInvalidItems, PageToken, ProviderAssignedId } from '../provider-values.ts';
import type { DriveSettings } from '../settings.ts';
import {
  type LarkAppCredentials,
  createLarkApiClient,
  type LarkApiClient,
  requestTenantToken,
} from './lark-api-client.ts';
import { type LongConnectionHooks, maintainLongConnection } from './long-connection.ts';
import {
  LarkFileMetadata,
  buildItemFromMetadata,
  larkRevisionOf,
  buildRootItem,
  ListedLarkFile,
  buildItemFromListing,
} from './lark-items.ts';

export type LarkDrive = {
  /** Requests a token for the app. @throws DriveError `access_lost` if its id or secret is refused. */
  checkApp(app: LarkAppCredentials, signal?: AbortSignal): Promise<void>;
  open(credential: LarkDriveApp, key: AccessTokenCacheKey): Drive;
  /** Keeps the app's connection for events open until it is stopped. @throws DriveError if Lark refuses the app. */
  keepLongConnection(app: LarkAppCredentials, hooks: LongConnectionHooks): Promise<void>;
};

/** @param leftOut Receives the connection and the number of items skipped because they are invalid. */
export function createLarkDrive(
  { apiUrls }: DriveSettings['lark'],
  leftOut: (connectionId: string, items: number) => void = () => undefined,
): LarkDrive {
  const fetch = createDriveFetch(Object.values(apiUrls));
  const tokens = new AccessTokenCache();
  return {
    async checkApp(app, signal) {
      await requestTenantToken(fetch, apiUrls[app.kind], app, signal);
    },
    open: (app, key) =>
      driveOf(createLarkApiClient(fetch, tokens, apiUrls[app.kind], app, key), app.appId, (items) =>
        leftOut(key.connectionId, items),
      ),
    keepLongConnection: (app, hooks) => maintainLongConnection({ fetch, apiUrl: apiUrls[app.kind], app, ...hooks }),
  };
}

/** Maximum items of a page, and of a metadata request. */
const PAGE = 200;

/** Types tried for a single file: Lark requires the type, but only the token is known. */
const TYPES = ['docx', 'file', 'folder', 'doc', 'sheet', 'bitable', 'mindnote', 'slides'];

/** Types that can be subscribed to. */
const SUBSCRIBED = new Set(['docx', 'file', 'folder']);

const Root = z.object({ data: z.object({ token: ProviderAssignedId }) });
const Bot = z.object({ bot: z.object({ app_name: z.string().min(1) }) });
const Done = z.object({});
const Listed = z.object({
  data: z.object({
    files: z.array(z.unknown()).nullish(),
    has_more: z.boolean().optional(),
    next_page_token: PageToken.or(z.literal('')).optional(),
  }),
});
const Metas = z.object({
  data: z.object({
    metas: z.array(z.unknown()).nullish(),
    failed_list: z.array(z.unknown()).nullish(),
  }),
});
const Failed = z.object({ code: z.int() });

/** Code for a file that exists but that the app may not read. */
const NO_PERMISSION = 970003;

function driveOf(calls: LarkApiClient, appId: string, leftOut: ReportInvalidItems): Drive {
  async function metas(asked: { doc_token: string; doc_type: string }[], signal?: AbortSignal) {
    const body = { request_docs: asked, with_url: true };
    const { data } = await calls.json(Metas, { method: 'POST', path: '/drive/v1/metas/batch_query', body, signal });
    return {
      found: parseListItems(LarkFileMetadata, data.metas ?? [], leftOut),
      failed: parseListItems(Failed, data.failed_list ?? [], leftOut),
    };
  }

  async function get({ id }: DriveFolderRef, signal?: AbortSignal): Promise<DriveItem | undefined> {
    const asked = TYPES.map((type) => ({ doc_token: id, doc_type: type }));
    const { found, failed } = await metas(asked, signal);
    const meta = found.find((each) => each.doc_token === id);
    if (meta) return buildItemFromMetadata(meta, new Date());
    if (failed.some(({ code }) => code === NO_PERMISSION)) throw new DriveError('forbidden');
    return undefined;
  }

  /**
   * Loads the metadata of shortcuts' targets. A shortcut has no information about its target, and a change of the
   * target counts as a change of the shortcut.
   */
  async function followShortcuts(items: DriveItem[], signal?: AbortSignal): Promise<DriveItem[]> {
    const asked = items.flatMap(({ target }) => (target && TYPES.includes(target.mediaType) ? [target] : []));
    const targets = asked.map(({ id, mediaType }) => ({ doc_token: id, doc_type: mediaType }));
    if (targets.length === 0) return items;
    const { found } = await metas(targets, signal);
    const now = new Date();
    const times = new Map(found.map((meta) => [meta.doc_token, buildItemFromMetadata(meta, now).changedAt]));
    return items.map((item) => {
      if (!item.target || !asked.includes(item.target)) return item;
      const changedAt = times.get(item.target.id);
      if (changedAt === undefined) return { ...item, readable: false };
      return { ...item, changedAt, revision: larkRevisionOf(changedAt, now) };
    });
  }

  return {
    /** Returns the name of the app's bot, under which folders are shared with it; the app's id if it has no bot. */
    async account(signal) {
      try {
        return (await calls.json(Bot, { path: '/bot/v3/info', signal })).bot.app_name;
      } catch (error) {
        if (error instanceof DriveError && error.outcome === 'forbidden') return appId;
        throw error;
      }
    },
    async roots(signal) {
      const { data } = await calls.json(Root, { path: '/drive/explorer/v2/root_folder/meta', signal });
      return [buildRootItem(data.token, 'My Space')];
    },
    async folderAt(address, signal) {
      const id = /\/drive\/folder\/(\w{10,100})(?:[/?#]|$)/.exec(address.slice(0, 500))?.[1];
      const item = id === undefined ? undefined : await get({ id, driveId: null }, signal);
      return item?.kind === 'folder' ? item : undefined;
    },
    async list(folder, page, signal) {
      // Sorted by creation, an order that concurrent changes don't affect.
      const query = { folder_token: folder.id, page_size: String(PAGE), order_by: 'CreatedTime', direction: 'ASC' };
      const call = { path: '/drive/v1/files', query: { ...query, ...(page !== null && { page_token: page }) }, signal };
      const { data } = await calls.json(Listed, call);
      const now = new Date();
      const items = parseListItems(ListedLarkFile, data.files ?? [], leftOut).map((listed) =>
        buildItemFromListing(listed, folder.id, now),
      );
      // There are more items but no token for the next page. Items that aren't listed must not count as deleted.
      if (data.has_more && !data.next_page_token) throw new DriveError('unavailable');
      const next = data.has_more ? (data.next_page_token ?? null) : null;
      return { next, items: await followShortcuts(items, signal) };
    },
    get,
    read: (item, signal) => readLarkFile(calls, item, signal),
    reads: isReadableLarkFile,
    async subscribe({ id, kind, mediaType }, signal) {
      if (!SUBSCRIBED.has(mediaType)) return;
      const query = new Map([['file_type', mediaType]]);
      if (kind === 'folder') query.set('event_type', 'file.created_in_folder_v1');
      const path = `/drive/v1/files/${encodeURIComponent(id)}/subscribe`;
      await calls.json(Done, { method: 'POST', path, query: Object.fromEntries(query), signal });
    },
  };
}

const RawContent = z.object({ data: z.object({ content: z.string() }) });

type Uploaded = Extract<DriveFileContent, { bytes: Uint8Array }>['file'];

/** Kind of an uploaded file by its extension. Nothing else is known before the download, not even the size. */
const ENDINGS: Record<string, Uploaded> = {
  pdf: 'pdf',
  docx: 'docx',
  pptx: 'pptx',
  odp: 'odp',
  xlsx: 'xlsx',
  html: 'html',
  htm: 'html',
  md: 'text',
  markdown: 'text',
  txt: 'text',
};

/** @throws DriveError */
async function readLarkFile(calls: LarkApiClient, item: DriveItem, signal?: AbortSignal): Promise<DriveFileContent> {
  // A shortcut is followed only once.
  const { id, mediaType } = item.kind === 'shortcut' && item.target ? item.target : item;
  if (mediaType === 'docx') return readDocument(calls, id, signal);
  const file =
    mediaType === 'file' && isReadableLarkFile({ mediaType, name: item.name })
      ? ENDINGS[endingOf(item.name)]
      : undefined;
  if (!file) throw new DriveError('unsupported');
  const bytes = await calls.file({ path: `/drive/v1/files/${encodeURIComponent(id)}/download`, signal });
  if (bytes.byteLength === 0) throw new DriveError('empty');
  return { file, bytes };
}

/** Returns true if a file, or the target of a shortcut, may be one that is read. */
function isReadableLarkFile({ mediaType, name, targetMediaType = null }: ListedFileKind): boolean {
  if (mediaType === 'shortcut') return targetMediaType === null || ['docx', 'file'].includes(targetMediaType);
  return mediaType === 'docx' || (mediaType === 'file' && Object.hasOwn(ENDINGS, endingOf(name)));
}

async function readDocument(calls: LarkApiClient, id: string, signal?: AbortSignal): Promise<DriveFileContent> {
  const path = `/docx/v1/documents/${encodeURIComponent(id)}/raw_content`;
  const { data } = await calls.json(RawContent, { path, signal });
  if (data.content.trim() === '') throw new DriveError('empty');
  return { text: data.content };
}

function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
