import { randomUUID } from 'node:crypto';
import { GoogleError, invalid, noMember, notFound } from './google-error.ts';
import type { Asked, Answered } from './methods.ts';
import { driveResource, fileResource } from './resources.ts';
import { parseSearch } from './search.ts';
import { TYPES, type WorldFile } from './world.ts';

/** The most that Google exports. */
const MOST_EXPORTED = 10 * 1024 * 1024;

/** Searches that can still be gone on with. */
const MOST_SEARCHES = 1_000;

function failWhereTold({ switches }: Asked, id: string, of: 'content' | 'all'): void {
  const failing = switches.failing.get(id);
  const headers: Record<string, string> =
    switches.retryAfter === undefined ? {} : { 'retry-after': String(switches.retryAfter) };
  if (failing?.of === of) throw new GoogleError(failing.status, failing.reason, 'It always fails', { headers });
}

function seenFile(given: Asked, asked: string): WorldFile {
  const { world, email, query } = given;
  const id = asked === 'root' ? world.roots.get(email) : asked;
  failWhereTold(given, asked, 'all');
  const file = id === undefined ? undefined : world.files.get(id);
  if (!file || !world.sees(email, file.id)) throw notFound(asked);
  if (file.resourceKey !== undefined && given.keys.get(file.id) !== file.resourceKey) throw notFound(asked);
  // Who does not say that shared drives are known is not shown what is in them.
  if (file.driveId !== null && query.get('supportsAllDrives') !== 'true') throw notFound(asked);
  return file;
}

export function aboutMe({ email, query }: Asked): Answered {
  if (!query.has('fields')) {
    const message = "The 'fields' parameter is required for this method.";
    throw new GoogleError(400, 'required', message, { location: 'fields' });
  }
  const user = { kind: 'drive#user', displayName: email.split('@', 1)[0] ?? email, me: true, emailAddress: email };
  return { body: { kind: 'drive#about', user } };
}

export function listDrives({ world, email, query }: Asked): Answered {
  const mine = [...world.drives.values()].filter(({ members }) => members.has(email));
  const size = Number(query.get('pageSize') ?? 10);
  const from = Number(query.get('pageToken') ?? 0);
  if (!Number.isSafeInteger(from) || from > mine.length) throw invalid('pageToken');
  const more = from + size < mine.length ? { nextPageToken: String(from + size) } : {};
  return { body: { kind: 'drive#driveList', ...more, drives: mine.slice(from, from + size).map(driveResource) } };
}

export function getFile(asked: Asked): Answered {
  const file = seenFile(asked, asked.path.fileId ?? '');
  if (asked.query.get('alt') !== 'media') return { body: fileResource(asked.world, asked.email, file) };
  failWhereTold(asked, file.id, 'content');
  if (!file.content) {
    const message = 'Only files with binary content can be downloaded. Use Export with Docs Editors files.';
    throw new GoogleError(403, 'fileNotDownloadable', message, { location: 'alt' });
  }
  if (!file.canDownload) {
    throw new GoogleError(403, 'cannotDownloadFile', 'This file cannot be downloaded by the user.');
  }
  return { bytes: file.content.bytes, type: file.mimeType };
}

export function exportFile(asked: Asked): Answered {
  // It has no parameter about shared drives, and knows them.
  const query = new URLSearchParams({ supportsAllDrives: 'true' });
  const file = seenFile({ ...asked, query }, asked.path.fileId ?? '');
  failWhereTold(asked, file.id, 'content');
  const type = asked.query.get('mimeType') ?? '';
  if (file.text === undefined && !file.exported) {
    throw new GoogleError(403, 'fileNotExportable', 'Export only supports Docs Editors files.');
  }
  if (!file.canDownload || asked.switches.exportForbidden) {
    throw new GoogleError(403, 'cannotExportFile', 'This file cannot be exported by the user.');
  }
  const office = { [TYPES.slides]: 'presentationml.presentation', [TYPES.sheet]: 'spreadsheetml.sheet' }[file.mimeType];
  if (file.exported && type === `application/vnd.openxmlformats-officedocument.${office}`) {
    return { bytes: file.exported, type };
  }
  if (file.text === undefined || (type !== 'text/markdown' && type !== 'text/plain')) {
    throw new GoogleError(400, 'badRequest', 'The requested conversion is not supported.', { location: 'convertTo' });
  }
  const text = type === 'text/plain' ? plainText(file.text) : file.text;
  if (Buffer.byteLength(text) > MOST_EXPORTED) {
    const message = 'This file is too large to be exported.';
    throw new GoogleError(403, 'exportSizeLimitExceeded', message);
  }
  return { bytes: Buffer.from(text), type };
}

/** Without marks and pictures, as Google writes it: with a byte order mark and DOS's ends of lines. */
function plainText(markdown: string): string {
  const lines = markdown.split('\n').filter((line) => !line.startsWith('[image'));
  const plain = lines.map((line) => line.replace(/^#+ /, '').replace(/\*\*|\\(?=[!-/:-@[-`{-~])/g, ''));
  return `\ufeff${plain.join('\r\n')}`;
}

/** Lists of files, which are cut into pages as they were when the first was asked for. */
export class FileLists {
  readonly #searches = new Map<string, { ids: string[]; from: number; asked: string }>();

  list = (asked: Asked): Answered => {
    const { world, email, query, switches } = asked;
    const token = query.get('pageToken');
    const key = JSON.stringify([email, query.get('q'), query.get('corpora'), query.get('driveId')]);
    const known = token === null ? undefined : this.#searches.get(token);
    if (token !== null && known?.asked !== key) throw invalid('pageToken');
    const { ids, from } = known ?? { ids: this.#find(asked), from: 0 };
    const size = Math.min(Number(query.get('pageSize') ?? 100), switches.pageSize ?? Infinity);
    const page = ids.slice(from, from + size).flatMap((id) => world.files.get(id) ?? []);
    const isMore = from + size < ids.length;
    return {
      body: {
        kind: 'drive#fileList',
        incompleteSearch: switches.incompleteSearch,
        ...(isMore && { nextPageToken: this.#keep({ ids, from: from + size, asked: key }) }),
        files: page.map((file) => fileResource(world, email, file)),
      },
    };
  };

  #find(asked: Asked): string[] {
    const { world, email, query } = asked;
    const all = query.get('supportsAllDrives') === 'true' && query.get('includeItemsFromAllDrives') === 'true';
    const driveId = query.get('driveId');
    if ((query.get('corpora') === 'drive') !== (driveId !== null)) {
      throw new GoogleError(400, 'invalid', 'The driveId must be specified if and only if corpora is set to drive.', {
        location: 'driveId',
      });
    }
    if (driveId !== null) {
      if (!all) throw new GoogleError(403, 'teamDrivesParentLimit', 'This request needs includeItemsFromAllDrives.');
      if (!world.drives.get(driveId)?.members.has(email)) throw noMember(driveId, asked.switches.strangers);
    }
    const { parent, matches } = parseSearch(world, email, query.get('q') ?? 'trashed = false');
    if (parent !== undefined) {
      const folder = world.files.get(parent);
      failWhereTold(asked, parent, 'all');
      if (folder?.resourceKey !== undefined && asked.keys.get(parent) !== folder.resourceKey)
        throw notFound('', 'File');
      if (!folder || !world.sees(email, parent) || (folder.driveId !== null && !all)) throw notFound('', 'File');
    }
    const candidates = parent === undefined ? world.files.keys() : (world.children.get(parent) ?? []);
    return [...candidates].filter((id) => {
      const file = world.files.get(id);
      if (!file || !matches(file)) return false;
      if (driveId !== null) return file.driveId === driveId;
      return (file.driveId === null || all) && world.sees(email, id);
    });
  }

  #keep(search: { ids: string[]; from: number; asked: string }): string {
    const token = `~!!~${randomUUID()}`;
    this.#searches.set(token, search);
    const [oldest] = this.#searches.keys();
    if (this.#searches.size > MOST_SEARCHES && oldest !== undefined) this.#searches.delete(oldest);
    return token;
  }
}
