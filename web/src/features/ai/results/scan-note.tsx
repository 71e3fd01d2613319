import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReadByModel } from '@training/shared/ai/ai-sources';

/** Says which pages or pictures of a document a model read, and which nobody read; nothing if all was text. */
export function ScanNote({ scan }: { scan: ReadByModel | null }) {
  if (scan === null) return null;
  const { model, of, pages, unread } = scan;
  const was = pages.length === 1 ? 'was' : 'were';
  return (
    <Alert icon={<IconAlertTriangle size={16} aria-hidden />} mb="sm" maw="46rem">
      {pages.length > 0 && `${inWords(of, pages)} ${was} read by ${model}. Check names and figures. `}
      {unread.length > 0 && (model === null ? withoutVision(of, unread) : `${inWords(of, unread)} could not be read.`)}
    </Alert>
  );
}

function withoutVision(of: ReadByModel['of'], unread: readonly number[]): string {
  const isOne = unread.length === 1;
  const were = isOne ? 'was' : 'were';
  const why = of === 'pages' ? `${isOne ? 'has' : 'have'} no text and ${were}` : were;
  const scans = isOne ? 'it is a scan' : 'they are scans';
  return (
    `${inWords(of, unread)} ${why} not read. If ${of === 'pages' ? scans : isOne ? 'it has text' : 'they have text'}, choose a model that reads ` +
    'pictures under Settings → AI provider keys, or run text recognition (OCR) on the file. Then add it again.'
  );
}

/** Formats as "Page 3" or "4 pages (1, 3–5)". */
function inWords(of: ReadByModel['of'], numbers: readonly number[]): string {
  if (numbers.length === 1) return `${of === 'pages' ? 'Page' : 'Picture'} ${numbers[0]}`;
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const listed = ranges.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(', ');
  return `${numbers.length} ${of} (${listed})`;
}
