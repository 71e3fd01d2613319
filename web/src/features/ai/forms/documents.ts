import type { DocumentReadingEstimate } from '@training/shared/ai/ai-jobs';
import { UploadedDocumentSource } from '@training/shared/ai/ai-sources';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** Supported media types with their file extensions. */
export const DOCUMENT_TYPES = {
  'application/pdf': ['.pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'application/vnd.oasis.opendocument.presentation': ['.odp'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/html': ['.html', '.htm'],
  'text/markdown': ['.md', '.markdown'],
  'text/plain': ['.txt'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
};

export const documentKindsInWords = () => t('documentKinds');

/** Returns the file's name if it is valid, else a placeholder. */
export function documentNameOf({ name }: File): string {
  return UploadedDocumentSource.shape.name.safeParse(name).data ?? t('kind.document_extraction');
}

/** A document as uploaded. `estimate` is set if a model has to read its pictures first, which costs more. */
export interface UploadedSourceDocument {
  id: string;
  estimate: DocumentReadingEstimate | null;
}

export interface DocumentUpload {
  /** The chosen document, once it is uploaded. */
  uploaded: UploadedSourceDocument | null;
  /** Uploads it; again only if another one was chosen. `mustAsk` is true once, if its pictures cost something. */
  upload: (file: File) => Promise<UploadedSourceDocument & { mustAsk: boolean }>;
}

/** Uploads the chosen document before a job starts, and finds out whether its pictures have to be read. */
export function useDocumentUpload(chosen: File | null): DocumentUpload {
  const { client } = trpc.useUtils();
  const [found, setFound] = useState<(UploadedSourceDocument & { file: File }) | null>(null);
  return {
    uploaded: found?.file === chosen ? found : null,
    upload: async (file) => {
      if (found?.file === file) return { ...found, mustAsk: false };
      const { id } = await client.ai.upload.mutate(file);
      const reading = await client.ai.estimateReading.query({ file_id: id });
      const estimate = reading.pages > 0 && reading.reads_pictures ? reading : null;
      setFound({ file, id, estimate });
      return { id, estimate, mustAsk: estimate !== null };
    },
  };
}
