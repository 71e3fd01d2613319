import type { z } from 'zod';
import { parseBoundedJson } from '../../platform/json-values.ts';
import { parseRetryAfterSeconds } from '../../platform/retry-after.ts';
import { fetchInSpan } from '../../platform/egress/traced-fetch.ts';
import { DriveError } from './drive.ts';

/** The most bytes of an answer, after decompression: of JSON, and of a file. */
export const MAX_DRIVE_RESPONSE_BYTES = { json: 8 * 1024 * 1024, file: 20 * 1024 * 1024 };

/** How much is read of an error, in bytes: one that is longer is told by its status. */
const MOST_OF_ERROR = 64 * 1024;

/** The most values in JSON. A page of a thousand items has 30,000, and an error a few. */
const MOST_VALUES = { good: 150_000, error: 2_000 };

/** Milliseconds until the end of a response. It must begin within those for JSON. */
const WAITS = { json: 30_000, file: 120_000 };

export type DriveRequest = {
  url: URL;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /**
   * Kind of response, which determines the limits. A file that is too long is `too_large`; JSON that is too long is
   * `unavailable`.
   */
  as?: keyof typeof MAX_DRIVE_RESPONSE_BYTES;
  /** Aborts it; what is thrown then is the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** Response with any status, which each provider interprets itself. */
export type DriveResponse = {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** Seconds in its `Retry-After`. */
  retryAfter: number | undefined;
};

/** @throws DriveError `unavailable` or `too_large` if there is no complete response. */
export type DriveFetch = (request: DriveRequest) => Promise<DriveResponse>;

/**
 * Creates the fetch through which all requests to drives go (rules/drives 10). It requests only addresses below
 * `bases`, follows no redirects, so that a token never goes elsewhere, and has a deadline, however slowly the response
 * arrives. Its errors contain nothing that was sent or received.
 */
export function createDriveFetch(bases: readonly string[], waits: Partial<typeof WAITS> = {}): DriveFetch {
  // The slash is needed: "https://api.example.com.evil" begins with "https://api.example.com", too.
  const folders = bases.map((base) => `${new URL(base).href.replace(/\/$/, '')}/`);
  return async ({ url, method = 'GET', headers, body, as = 'json', signal }) => {
    if (!folders.some((folder) => url.href.startsWith(folder))) {
      throw new DriveError('unavailable', { detail: 'The address is none of the drive’s API.' });
    }
    signal?.throwIfAborted();
    const silence = new AbortController();
    const silent = setTimeout(() => silence.abort(), waits.json ?? WAITS.json).unref();
    const late = AbortSignal.any([silence.signal, AbortSignal.timeout(waits[as] ?? WAITS[as])]);
    try {
      const response = await fetchInSpan(url, {
        method,
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      clearTimeout(silent);
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel();
        throw new DriveError('unavailable', { detail: 'The drive answers with a redirect, which is not followed.' });
      }
      return {
        status: response.status,
        headers: response.headers,
        bytes: await readBody(response, as),
        retryAfter: parseRetryAfterSeconds(response.headers.get('retry-after')),
      };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof DriveError) throw error;
      const detail = late.aborted ? 'The drive did not answer in time.' : 'The drive cannot be reached.';
      throw new DriveError('unavailable', { detail });
    }
  };
}

async function readBody(response: Response, as: keyof typeof MAX_DRIVE_RESPONSE_BYTES): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array();
  const most = response.ok ? MAX_DRIVE_RESPONSE_BYTES[as] : MOST_OF_ERROR;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Throwing inside the loop cancels the rest of the body.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > most) {
      if (!response.ok) break;
      if (as === 'file') throw new DriveError('too_large');
      throw new DriveError('unavailable', { detail: 'The drive’s answer is longer than any of its answers may be.' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses the JSON of a response; undefined if it isn't JSON or has more values than any valid response. */
export function parseDriveResponseJson({
  bytes,
  status = 200,
}: Pick<DriveResponse, 'bytes'> & { status?: number }): unknown {
  return parseBoundedJson(bytes, status < 300 ? MOST_VALUES.good : MOST_VALUES.error);
}

/** @throws DriveError `unavailable` if a response doesn't match its schema. */
export function parseDriveResponse<T>(schema: z.ZodType<T>, answer: Pick<DriveResponse, 'bytes'>): T {
  const parsed = schema.safeParse(parseDriveResponseJson(answer));
  if (parsed.success) return parsed.data;
  throw new DriveError('unavailable', { detail: 'The drive’s answer is not what its API promises.' });
}
