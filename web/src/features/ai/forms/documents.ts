import { DocumentSource } from '@training/shared/ai/ai-sources';

/** Supported media types with their file extensions. */
export const DOCUMENTS = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'text/html': ['.html', '.htm'],
  'text/markdown': ['.md', '.markdown'],
  'text/plain': ['.txt'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
};

export const DOCUMENT_KINDS = 'PDF, Word (.docx), HTML, Markdown, plain text or a picture (PNG, JPEG, WebP)';

/** Returns the file's name if it is valid, else a placeholder. */
export function documentName({ name }: File): string {
  return DocumentSource.shape.name.safeParse(name).data ?? 'Document';
}
