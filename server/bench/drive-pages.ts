// A drive as a process of its own, which answers at once: folders of files that never change, in pages that were made
// before. On GET / it tells how many pages were asked for, and when the first and the last one were.
import { createServer } from 'node:http';
import { fileOf, FOLDERS, PAGES, PER_PAGE } from './drive-files.ts';

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

function answerTo(url: URL): Buffer | string {
  if (url.pathname === '/') return JSON.stringify(told);
  if (url.pathname.endsWith('/token')) {
    return JSON.stringify({ access_token: 'of the bench', expires_in: 3_600, token_type: 'Bearer' });
  }
  if (url.pathname.endsWith('/startPageToken')) return '{"startPageToken":"1"}';
  if (url.pathname.endsWith('/changes')) return '{"changes":[],"newStartPageToken":"1"}';
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
