import type { Permission } from '@training/shared/permissions';
import type { z } from 'zod';
import type { SigningContext } from '../context.ts';

/** A file that is handed out: as a whole, or piece by piece as it is made. */
export type DownloadedFile = {
  /** What it is called where it is kept; ASCII. */
  name: string;
  type: string;
  /** Shown in the browser instead of kept. */
  inline?: true;
  body: Uint8Array | AsyncIterable<Uint8Array> | Ranges;
};

/** What is stored, and read from any place: a player asks for parts of it. */
export type Ranges = {
  /** How many there are. */
  bytes: number;
  /** From `start` to before `end`. */
  read: (range: ByteRange) => AsyncIterable<Uint8Array>;
};

export type ByteRange = { start: number; end: number };

export type Download<Input extends z.ZodType = z.ZodType> = {
  /** Under `/api/workspaces/{slug}`; `:name` takes a part of the path, which `input` gets beside the query. */
  path: string;
  permission: Permission;
  input: Input;
  open(ctx: SigningContext, input: z.output<Input>): Promise<DownloadedFile>;
};

/** A file that a signed-in person can keep, by a link. */
export function defineDownload<Input extends z.ZodType>(download: Download<Input>): Download {
  return {
    ...download,
    open: async (ctx, input) => download.open(ctx, await download.input.parseAsync(input)),
  };
}
