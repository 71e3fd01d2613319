import type { DriveFileState } from '@training/shared/drives/drives';
import {
  idParameter,
  createOneOfParameter,
  createOpaqueTextParameter,
  createSearchParamsValidator,
  textParameter,
} from '../../../lib/search-params.ts';

/** The filters and the cursor of a drive's file list in the URL. */
export const DriveFilesSearchParams = createSearchParamsValidator({
  state: createOneOfParameter<DriveFileState>({
    discovered: true,
    fetching: true,
    scanning: true,
    suggested: true,
    not_relevant: true,
    unchanged: true,
    waiting_for_key: true,
    failed: true,
    skipped: true,
    out_of_scope: true,
    trashed: true,
    gone: true,
    unreadable: true,
  }),
  folder: idParameter,
  q: textParameter,
  after: createOpaqueTextParameter(100),
});
export type DriveFilesSearchParams = ReturnType<typeof DriveFilesSearchParams>;
