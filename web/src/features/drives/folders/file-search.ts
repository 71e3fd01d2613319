import { DriveFileState } from '@training/shared/drives/drives';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { SearchText } from '../../../lib/search-params.ts';

/** The filters and the cursor of a drive's file list in the URL. */
export const FileSearch = z.object({
  state: DriveFileState.optional().catch(undefined),
  folder: Id.optional().catch(undefined),
  q: SearchText,
  after: z.string().max(100).optional().catch(undefined),
});
export type FileSearch = z.infer<typeof FileSearch>;
