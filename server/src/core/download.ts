import type { Permission } from '@training/shared/permissions';
import { octetInputParser } from '@trpc/server/http';
import { z } from 'zod';
import { AppError } from './errors.ts';
import type { Context, MediaContext, KeyringContext } from './context.ts';

/** File offered for download, as a whole or in pieces as it is produced. */
export type DownloadableFile = {
  /** File name; ASCII. */
  name: string;
  type: string;
  /** Displayed in the browser instead of saved. */
  inline?: true;
  /** Identifies bytes that never change, so that browsers keep them for a year. */
  tag?: string;
  body: Uint8Array | AsyncIterable<Uint8Array> | RangeReader;
};

/** Stored content that can be read from any position: media players request parts of it. */
export type RangeReader = {
  /** Total size. */
  bytes: number;
  /** Reads the bytes from `start` up to but not including `end`. */
  read: (range: ByteRange) => AsyncIterable<Uint8Array>;
};

export type ByteRange = { start: number; end: number };

export type DownloadRoute<Input extends z.ZodType = z.ZodType> = {
  /** Path under `/api/workspaces/{slug}`. `:name` is a path parameter, passed to `input` together with the query. */
  path: string;
  permission: Permission;
  input: Input;
  /** Played on its page, and saved nowhere, so that shared devices may have it. */
  isPlayed?: true;
  open(ctx: KeyringContext & Pick<MediaContext, 'storage'>, input: z.output<Input>): Promise<DownloadableFile>;
};

/** Defines a file that a signed-in user can download through a link. */
export function defineDownloadRoute<Input extends z.ZodType>(download: DownloadRoute<Input>): DownloadRoute {
  return {
    ...download,
    open: async (ctx, input) => download.open(ctx, await download.input.parseAsync(input)),
  };
}

/** A file as the answer of a procedure. Only the REST API supports it. */
export class FileResponse {
  readonly file: DownloadableFile;

  constructor(file: DownloadableFile) {
    this.file = file;
  }
}

/** Output of a procedure that answers a file. */
export function createFileOutputSchema(): z.ZodString {
  const output = z.string();
  // tRPC checks an output by this method. The file isn't a string: its type only describes the body in OpenAPI.
  output.parseAsync = async (answer: unknown) => answer as string;
  return output;
}

/** Input of a procedure that takes a file over REST, too. */
export function createFileInputSchema(): z.ZodType<ReadableStream, ReadableStream> {
  const parseAsync = async (given: unknown) => octetInputParser.parse(given);
  // tRPC checks an input by this method. OpenAPI sees no fields: `meta.file` describes the body.
  return Object.assign(z.void(), { parseAsync }) as unknown as z.ZodType<ReadableStream, ReadableStream>;
}

/**
 * Opens a file as the answer of a procedure.
 * @throws AppError `invalid_request` over tRPC, which answers JSON only
 */
export async function toFileResponse(
  ctx: Pick<Context, 'files'>,
  open: () => Promise<DownloadableFile>,
): Promise<string> {
  if (!ctx.files) throw new AppError('invalid_request', 'Files are answered over REST only, under /api/v1.');
  // The type of the output, which only describes the body; `mountRest` sends the file.
  return new FileResponse(await open()) as unknown as string;
}
