import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReadByModel } from '@training/shared/ai/ai-sources';

/** Says which pages of a document a model read from pictures, and which nobody read; nothing if all had text. */
export function ScanNote({ scan }: { scan: ReadByModel | null }) {
  if (scan === null) return null;
  const { model, pages, unread } = scan;
  return (
    <Alert icon={<IconAlertTriangle size={16} aria-hidden />} mb="sm" maw="46rem">
      {pages.length > 0 &&
        `${pagesInWords(pages)} ${pages.length === 1 ? 'was' : 'were'} read by ${model} from a scan. Check names and figures. `}
      {unread.length > 0 && (model === null ? withoutVision(unread) : `${pagesInWords(unread)} could not be read.`)}
    </Alert>
  );
}

function withoutVision(unread: readonly number[]): string {
  const [have, are, they] = unread.length === 1 ? ['has', 'was', 'it is a scan'] : ['have', 'were', 'they are scans'];
  return (
    `${pagesInWords(unread)} ${have} no text and ${are} not read. If ${they}, choose a model that reads pictures ` +
    'under Settings → AI provider keys, or run text recognition (OCR) on the file, and add it again.'
  );
}

/** Formats as "Page 3" or "4 pages (1, 3–5)". */
function pagesInWords(pages: readonly number[]): string {
  if (pages.length === 1) return `Page ${pages[0]}`;
  const ranges: [number, number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last?.[1] === page - 1) last[1] = page;
    else ranges.push([page, page]);
  }
  const listed = ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
  return `${pages.length} pages (${listed})`;
}
