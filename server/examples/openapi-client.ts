// A program that knows nothing of this repository but openapi.json: its types are made by openapi-typescript.
//
//   node server/examples/openapi-client.ts --url http://127.0.0.1:3000 --token wtp_…   (or TRAINING_TOKEN)
import { parseArgs } from 'node:util';
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './openapi-types.ts';

type Course = components['schemas']['Course'];
type UpsertUser = components['schemas']['UpsertUser'];

/** A client of the five operations. Lists in the query are one parameter, separated by commas. */
export function connect(url: string, token: string): Client<paths> {
  return createClient<paths>({
    baseUrl: url,
    headers: { authorization: `Bearer ${token}` },
    querySerializer: { array: { style: 'form', explode: false } },
  });
}

/** The catalog, read again only when it has changed since the last time. */
export class CatalogReader {
  readonly #client: Client<paths>;
  #etag: string | undefined;
  #courses: Course[] = [];

  constructor(client: Client<paths>) {
    this.#client = client;
  }

  async read(): Promise<{ courses: Course[]; changed: boolean }> {
    const { data, error, response } = await this.#client.GET('/api/v1/catalog', {
      params: { header: this.#etag === undefined ? {} : { 'If-None-Match': this.#etag } },
    });
    if (error) throw new Error(`${error.code}: ${error.detail}`);
    if (response.status === 304 || !data) return { courses: this.#courses, changed: false };
    this.#etag = response.headers.get('etag') ?? undefined;
    this.#courses = data;
    return { courses: data, changed: true };
  }
}

/** Rehearses a sync: what each row would do, in words. */
export async function rehearse(client: Client<paths>, rows: UpsertUser[]): Promise<string[]> {
  const report: string[] = [];
  for (const body of rows) {
    const { data, error } = await client.POST('/api/v1/users', { params: { query: { preview: true } }, body });
    if (data) report.push(`${data.email}: ${data.result}`);
    else if (error.code === 'user_not_found') report.push(`${body.email}: nobody to deactivate`);
    else throw new Error(`${body.email}: ${error.code}: ${error.detail}`);
  }
  return report;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:3000' },
      token: { type: 'string', default: process.env['TRAINING_TOKEN'] ?? '' },
    },
  });
  try {
    const { courses } = await new CatalogReader(connect(values.url, values.token)).read();
    for (const { emoji, title, modules } of courses) console.log(`${emoji} ${title}  ${modules.length} modules`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
