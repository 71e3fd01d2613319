import { DocumentSource } from '@training/shared/ai-sources';

/** The file's own name where it can be shown. */
export function documentName({ name }: File): string {
  return DocumentSource.shape.name.safeParse(name).data ?? 'Document';
}
