import { DocumentSource } from '@training/shared/ai/ai-sources';

/** Returns the file's name if it is valid, else a placeholder. */
export function documentName({ name }: File): string {
  return DocumentSource.shape.name.safeParse(name).data ?? 'Document';
}
