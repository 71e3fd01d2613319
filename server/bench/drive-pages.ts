// A drive as a process of its own, which answers at once: folders of files in pages that were made before. On GET / it
// tells how many pages were asked for, and when the first and the last one were. The files never change, but that GET
// /edit has the first ones of a folder changed, in the list of changes alone; GET /fetched tells how often each of them
// was fetched since, and when the last one was.
import { createServer } from 'node:http';
import { EDITED, fileOf, FOLDERS, PAGES, PER_PAGE } from './drive-files.ts';

const folderPage = JSON.stringify({
  files: Array.from({ length: FOLDERS }, (_, n) => ({
    id: `folder-${n}`,
    name: `Folder ${n}`,
    mimeType: 'application/vnd.google-apps.folder',
    parents: ['root'],
  })),
});

/** By folder and page, as bytes. */
const pages = Array.from({ length: FOLDERS }, (_, folder) =>
  Array.from({ length: PAGES }, (_, page) =>
    Buffer.from(
      JSON.stringify({
        ...(page < PAGES - 1 && { nextPageToken: String(page + 1) }),
        files: Array.from({ length: PER_PAGE }, (_, n) => fileOf(folder, page * PER_PAGE + n)),
      }),
    ),
  ),
);

const told = { pages: 0, firstAt: 0, lastAt: 0 };

/** How often the files were edited, which is where the list of changes ends. */
let edits = 1;
const fetched = { times: new Map<string, number>(), lastAt: 0 };

const editedFile = (id: string) => {
  const n = Number(id.slice('file-0-'.length));
  return { ...fileOf(0, n), version: String(7 + edits), md5Checksum: `sum-0-${n}-${edits}` };
};

function changesSince(cursor: number): string {
  const changes =
    cursor === edits
      ? []
      : Array.from({ length: EDITED }, (_, n) => ({
          fileId: `file-0-${n}`,
          time: '2031-03-02T08:00:00.000Z',
          file: editedFile(`file-0-${n}`),
        }));
  return JSON.stringify({ changes, newStartPageToken: String(edits) });
}

function content(id: string): string {
  fetched.times.set(id, (fetched.times.get(id) ?? 0) + 1);
  fetched.lastAt = performance.timeOrigin + performance.now();
  return `# Handover of the night shift\n\nIn version ${edits} of ${id} the gates are checked first.\n`;
}

function answerTo(url: URL): Buffer | string {
  if (url.pathname === '/') return JSON.stringify(told);
  if (url.pathname === '/edit') {
    edits++;
    fetched.times.clear();
    return String(edits);
  }
  if (url.pathname === '/fetched') {
    const times = [...fetched.times.values()];
    return JSON.stringify({ files: times.length, most: Math.max(0, ...times), lastAt: fetched.lastAt });
  }
  if (url.pathname.endsWith('/token')) {
    return JSON.stringify({ access_token: 'of the bench', expires_in: 3_600, token_type: 'Bearer' });
  }
  if (url.pathname.endsWith('/startPageToken')) return JSON.stringify({ startPageToken: String(edits) });
  if (url.pathname.endsWith('/changes')) return changesSince(Number(url.searchParams.get('pageToken')));
  const id = /\/files\/(file-[\d-]+)$/.exec(url.pathname)?.[1];
  if (id !== undefined) return url.searchParams.get('alt') === 'media' ? content(id) : JSON.stringify(editedFile(id));
  const folder = /^'([^']+)' in parents/.exec(url.searchParams.get('q') ?? '')?.[1];
  const now = performance.timeOrigin + performance.now();
  if (folder === 'root') {
    Object.assign(told, { pages: 0, firstAt: now });
    return folderPage;
  }
  told.pages++;
  told.lastAt = now;
  const [, n = ''] = /^folder-(\d+)$/.exec(folder ?? '') ?? [];
  return pages[Number(n)]?.[Number(url.searchParams.get('pageToken') ?? 0)] ?? '{"files":[]}';
}

const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end(answerTo(new URL(request.url ?? '/', 'http://stand-in')));
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
