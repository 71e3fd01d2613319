// The floor of a crawl, as a process of its own: a bare loop that asks for the same pages and parses them.
import { FOLDERS } from './drive-files.ts';

process.on('message', (base: string) => {
  void run(base).then((seconds) => process.send?.(seconds));
});

type Page = { nextPageToken?: string; files: { id: string }[] };

/** Answers how many seconds it took. */
async function run(base: string): Promise<number> {
  const ids = new Set<string>();
  const began = performance.now();
  for (const folder of ['root', ...Array.from({ length: FOLDERS }, (_, n) => `folder-${n}`)]) {
    let next: string | undefined = '';
    while (next !== undefined) {
      const query = new URLSearchParams({ q: `'${folder}' in parents`, ...(next && { pageToken: next }) });
      const page: Page = JSON.parse(await (await fetch(`${base}/drive/v3/files?${query.toString()}`)).text());
      for (const { id } of page.files) ids.add(id);
      next = page.nextPageToken;
    }
  }
  return (performance.now() - began) / 1_000;
}
