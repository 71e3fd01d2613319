import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { z } from 'zod';
import { fetchInSpan } from '../egress/traced-fetch.ts';
import { type ObjectStorage, StorageUnavailableError } from './object-storage.ts';

/** Milliseconds for one object, times that it is tried, and milliseconds before the second time. */
const PATIENCE = 30_000;
const TRIES = 3;
const PAUSE = 200;

/** Bytes of an error that are read: it is XML with one sentence. */
const LONGEST_ERROR = 65_536;

/** Region that services without regions expect. */
const ANY_REGION = 'us-east-1';

/** Address of a bucket with the key to it. */
export const BucketAddress = z.string().refine(
  (address) => {
    const { protocol, username, password, pathname } = URL.parse(address) ?? {};
    return (protocol === 'https:' || protocol === 'http:') && username && password && pathname !== '/';
  },
  { error: 'Must be https://KEY:SECRET@host/bucket, with key and secret percent-encoded' },
);

/**
 * Objects in a bucket of an S3-compatible service.
 *
 * @param address `https://KEY:SECRET@host/bucket/folder?region=…`; the bucket is always in the path.
 */
export function openBucketStorage(address: string): ObjectStorage {
  const url = new URL(address);
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent) as [string, string];
  const region = url.searchParams.get('region') ?? ANY_REGION;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const place = `${url.origin}${url.pathname.replace(/\/$/, '')}`;

  async function call(name: string, init: { method: string; body?: Uint8Array; headers?: Record<string, string> }) {
    const { body, ...rest } = init;
    for (let tried = 1; ; tried++) {
      try {
        const signed = await client.sign(`${place}/${name}`, { ...rest, ...(body && { body: Buffer.from(body) }) });
        const response = await fetchInSpan(signed.url, {
          method: init.method,
          headers: signed.headers,
          ...(body && { body: Buffer.from(body) }),
          redirect: 'error',
          signal: AbortSignal.timeout(PATIENCE),
        });
        if (response.status < 500 || tried === TRIES) return response;
        await response.body?.cancel();
      } catch (error) {
        if (tried === TRIES) throw unavailable(place, error instanceof Error ? error.message : String(error), error);
      }
      await sleep(PAUSE * tried);
    }
  }

  return {
    place,
    async put(name, bytes) {
      const response = await call(name, { method: 'PUT', body: bytes });
      if (!response.ok) throw await refused(place, response);
      await response.body?.cancel();
    },
    async read(name, { start, end }) {
      const response = await call(name, { method: 'GET', headers: { range: `bytes=${start}-${end - 1}` } });
      // Nothing of the object is in the range.
      if (response.status === 416) {
        await response.body?.cancel();
        return new Uint8Array();
      }
      if (response.status === 404) {
        const error = await refused(place, response);
        if (/NoSuchBucket/.test(error.message)) throw error;
        return undefined;
      }
      // A service that ignores the range would answer 200 with everything.
      if (response.status !== 206) throw await refused(place, response);
      try {
        return new Uint8Array(await response.arrayBuffer());
      } catch (error) {
        throw unavailable(place, 'its answer was cut off', error);
      }
    },
    async remove(name) {
      const response = await call(name, { method: 'DELETE' });
      if (!response.ok && response.status !== 404) throw await refused(place, response);
      await response.body?.cancel();
    },
    tidy: async () => undefined,
  };
}

async function refused(place: string, response: Response): Promise<StorageUnavailableError> {
  const [, code = ''] = /<Code>(\w{1,100})<\/Code>/.exec(await beginningOf(response)) ?? [];
  return unavailable(place, `${response.status} ${code}`.trim());
}

/** Returns at most `LONGEST_ERROR` bytes of an answer as text, also if it is sent in chunks of unknown length. */
async function beginningOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= LONGEST_ERROR) break;
    }
  } catch {
    // What arrived until it broke off may have the code.
  }
  return Buffer.concat(chunks).toString('utf8', 0, LONGEST_ERROR);
}

const unavailable = (place: string, reason: string, cause?: unknown) =>
  new StorageUnavailableError(`The storage ${place} can’t be used: ${reason}`, { cause });
