import { DocumentSource } from '@training/shared/ai/ai-sources';

/** Supported media types with their file extensions. */
export const DOCUMENTS = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/html': ['.html', '.htm'],
  'text/markdown': ['.md', '.markdown'],
  'text/plain': ['.txt'],
};

export const DOCUMENT_KINDS = 'PDF, Word (.docx), HTML, Markdown or plain text';

/** Returns the file's name if it is valid, else a placeholder. */
export function documentName({ name }: File): string {
  return DocumentSource.shape.name.safeParse(name).data ?? 'Document';
}
