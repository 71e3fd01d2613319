import type { FileKind } from '@training/shared/ai-jobs';

/** Stands in until platform/documents tells kinds. */
export function fileKindOf(bytes: Uint8Array): FileKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (head === 'RIFF') return 'audio';
  if (head === '%PDF') return 'pdf';
  if (head.startsWith('PK')) return 'docx';
  return bytes.includes(0) ? undefined : 'text';
}

export function audioMediaType(bytes: Uint8Array): string | undefined {
  return bytes.length > 0 ? 'audio/wav' : undefined;
}
