import type { Permission } from '@training/shared/permissions';
import type { z } from 'zod';
import type { MediaContext, SigningContext } from './context.ts';

/** File offered for download, as a whole or in pieces as it is produced. */
export type DownloadedFile = {
  /** File name; ASCII. */
  name: string;
  type: string;
  /** Displayed in the browser instead of saved. */
  inline?: true;
  /** Identifies bytes that never change, so that browsers keep them for a year. */
  tag?: string;
  body: Uint8Array | AsyncIterable<Uint8Array> | Ranges;
};

/** Stored content that can be read from any position: media players request parts of it. */
export type Ranges = {
  /** Total size. */
  bytes: number;
  /** Reads the bytes from `start` up to but not including `end`. */
  read: (range: ByteRange) => AsyncIterable<Uint8Array>;
};

export type ByteRange = { start: number; end: number };

export type Download<Input extends z.ZodType = z.ZodType> = {
  /** Path under `/api/workspaces/{slug}`. `:name` is a path parameter, passed to `input` together with the query. */
  path: string;
  permission: Permission;
  input: Input;
  /** Played on its page, and saved nowhere, so that shared devices may have it. */
  isPlayed?: true;
  open(ctx: SigningContext & Pick<MediaContext, 'storage'>, input: z.output<Input>): Promise<DownloadedFile>;
};

/** Defines a file that a signed-in user can download through a link. */
export function defineDownload<Input extends z.ZodType>(download: Download<Input>): Download {
  return {
    ...download,
    open: async (ctx, input) => download.open(ctx, await download.input.parseAsync(input)),
  };
}
