import type { z } from 'zod';
import { DriveFailure } from '../drive-failure.ts';
import { parsedAnswer, type DriveAnswer, type DriveFetch, type DriveRequest } from '../drive-fetch.ts';
import type { LeftOut } from '../provider-values.ts';
import type { AccountKeys } from './resource-keys.ts';
import { googleFailure, isAboutPush, refusesPlace } from './google-failures.ts';

export type Query = Record<string, string | number | boolean | null | undefined>;

/** Source of the account's access tokens. */
export type TokenSource = {
  of(signal: AbortSignal | undefined): Promise<string>;
  /** Removes a refused token. */
  forget(token: string): void;
};

type Asked = {
  query?: Query;
  signal?: AbortSignal | undefined;
  /** Ids of the files concerned, whose resource keys are sent along. */
  about?: readonly string[];
  /** True if the request continues from a cursor: then an unknown cursor is reported as `cursor_refused`. */
  goesOn?: boolean;
};

/** Google Drive API, version 3, for one account. All methods @throws DriveFailure. */
export class GoogleApi {
  readonly #base: string;
  readonly #fetch: DriveFetch;
  readonly #tokens: TokenSource;
  readonly keys: AccountKeys;
  readonly leftOut: LeftOut;

  constructor(base: string, driveFetch: DriveFetch, tokens: TokenSource, keys: AccountKeys, leftOut: LeftOut) {
    this.#base = base;
    this.#fetch = driveFetch;
    this.#tokens = tokens;
    this.keys = keys;
    this.leftOut = leftOut;
  }

  async get<T>(schema: z.ZodType<T>, path: string, asked: Asked): Promise<T> {
    return parsedAnswer(schema, await this.answer(path, asked));
  }

  /** Returns the response unparsed. */
  answer(path: string, asked: Asked): Promise<DriveAnswer> {
    return this.#ask({ url: this.#url(path, asked.query) }, asked);
  }

  async post(path: string, body: object, asked: Asked): Promise<DriveAnswer> {
    const headers = { 'content-type': 'application/json' };
    const url = this.#url(path, asked.query);
    return this.#ask({ url, method: 'POST', headers, body: JSON.stringify(body) }, asked);
  }

  async bytes(path: string, asked: Asked): Promise<Uint8Array> {
    return (await this.#ask({ url: this.#url(path, asked.query), as: 'file' }, asked)).bytes;
  }

  #url(path: string, query: Query = {}): URL {
    const url = new URL(`${this.#base}/${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== null && value !== undefined) url.searchParams.set(name, String(value));
    }
    return url;
  }

  async #ask(asked: DriveRequest, { signal, goesOn = false, about = [] }: Asked): Promise<DriveAnswer> {
    const request = { ...asked, headers: { ...asked.headers, ...(await this.keys.header(about)) } };
    let answer = await this.#askOnce({ ...request, signal });
    // A token may be revoked before it expires. If a new one is refused, too, access is lost.
    if (answer.status === 401 && !isAboutPush(answer)) answer = await this.#askOnce({ ...request, signal });
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (isAboutPush(answer)) {
      throw new DriveFailure('forbidden', { detail: 'Google does not send notifications to this address.' });
    }
    throw goesOn && refusesPlace(answer) ? new DriveFailure('cursor_refused') : googleFailure(answer);
  }

  async #askOnce(request: DriveRequest): Promise<DriveAnswer> {
    const token = await this.#tokens.of(request.signal);
    const answer = await this.#fetch({
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${token}` },
    });
    if (answer.status === 401 && !isAboutPush(answer)) this.#tokens.forget(token);
    return answer;
  }
}

/** Returns the path of an item, with its id escaped. */
export function pathOf(collection: 'files', id: string, action = ''): string {
  return `${collection}/${encodeURIComponent(id)}${action}`;
}
