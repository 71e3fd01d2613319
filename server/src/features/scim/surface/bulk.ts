import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { ScimError } from '../../../core/scim-error.ts';
import type { ScimResponse, ScimOperation, ScimRequest } from '../../../core/scim-operation.ts';

/** Most operations of a bulk request. */
export const MAX_OPERATIONS_PER_BULK_REQUEST = 200;
/** Time limit in milliseconds for beginning operations: a request has to be answered within 30 s. */
const PATIENCE = 15_000;

const SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:BulkResponse';

const Operation = z.object({
  method: z
    .string()
    .toUpperCase()
    .pipe(z.enum(['POST', 'PUT', 'PATCH', 'DELETE'])),
  path: z.string().max(500),
  bulkId: z.string().min(1).max(100).optional(),
  version: z.string().max(200).optional(),
  data: z.unknown().optional(),
});
type Operation = z.infer<typeof Operation>;

const Body = z.object({
  failOnErrors: z.int().min(1).optional(),
  Operations: z.array(Operation).min(1),
});

/** Returns how many people or groups a bulk request may change, for the rate limit. */
export const countBulkOperations = (body: unknown): number =>
  z.object({ Operations: z.array(z.unknown()) }).safeParse(body).data?.Operations.length ?? 0;

type Result = { status: string; response?: object } & Record<string, unknown>;

/**
 * Runs operations one after another, each like a request of its own. One that refers to the `bulkId` of another runs
 * after it (rules/scim 18).
 * @throws ScimError `invalidSyntax`; 413 for too many operations
 */
export async function runBulk(
  ctx: Context,
  request: ScimRequest,
  known: readonly ScimOperation[],
): Promise<ScimResponse> {
  const { failOnErrors = Infinity, Operations: operations } = readBulk(request.body);
  const began = performance.now();
  const ids = new Map<string, string>();
  const results: { at: number; result: Result }[] = [];
  let waiting = operations.map(({ path, data, ...operation }, at) => {
    const content = { path: path.split('/'), data };
    return { at, operation, content, refers: bulkIdsIn(content) };
  });
  let failed = 0;
  while (waiting.length > 0 && failed < failOnErrors) {
    const next = waiting.find(({ refers }) => refers.every((id) => ids.has(id))) ?? waiting[0]!;
    waiting = waiting.filter((each) => each !== next);
    const { bulkId, method } = next.operation;
    const named = { method, ...(bulkId !== undefined && { bulkId }) };
    try {
      if (performance.now() - began > PATIENCE) throw late();
      const missing = next.refers.find((id) => !ids.has(id));
      if (missing !== undefined) throw unresolved(missing);
      const { path, data } = resolved(next.content, ids) as typeof next.content;
      const operation = { ...next.operation, path: path.join('/'), data };
      const { id, ...done } = await runOne(ctx, request, operation, known);
      if (bulkId !== undefined) ids.set(bulkId, id);
      results.push({ at: next.at, result: { ...named, ...done } });
    } catch (error) {
      const refused = request.errorOf(error);
      if (refused.status === 500) throw error;
      failed += 1;
      results.push({ at: next.at, result: { ...named, status: String(refused.status), response: refused.body } });
    }
  }
  const Operations = results.toSorted((a, b) => a.at - b.at).map(({ result }) => result);
  const detail = failed > 0 ? `${failed} of ${operations.length} operations were refused.` : undefined;
  return { status: 200, body: { schemas: [SCHEMA], Operations }, ...(detail && { detail }) };
}

function readBulk(body: unknown): z.infer<typeof Body> {
  if (countBulkOperations(body) > MAX_OPERATIONS_PER_BULK_REQUEST)
    throw new ScimError(413, `Send at most ${MAX_OPERATIONS_PER_BULK_REQUEST} operations at once.`);
  const { data } = Body.safeParse(body);
  if (data) return data;
  const words =
    'Send {"schemas": […], "failOnErrors", "Operations": [{"method", "path", "bulkId", "version", "data"}]}.';
  throw new ScimError(400, words, { scimType: 'invalidSyntax' });
}

const late = () => new ScimError(503, 'There was no time left for this one, so nothing was changed. Send it again.');

const unresolved = (id: string) =>
  new ScimError(409, `No operation that succeeded has the bulkId ${id}.`, { scimType: 'invalidValue' });

const PATH = /^\/(Users|Groups)(?:\/([^/?]+))?$/;

async function runOne(
  ctx: Context,
  { base, errorOf }: ScimRequest,
  { method, path, version, data }: Operation,
  known: readonly ScimOperation[],
): Promise<Result & { id: string }> {
  const [, type, id] = PATH.exec(path) ?? [];
  const pattern = `/${type}${id === undefined ? '' : '/:id'}`;
  const found = known.find((each) => each.method === method && each.path === pattern);
  if (!found) throw new ScimError(404, `There is no ${method} ${path}.`);
  const asked = { id: id ?? '', query: new URLSearchParams(), body: data, base };
  const answer = await found.run(
    { ...ctx, now: new Date() },
    { ...asked, ifMatch: version, ifNoneMatch: undefined, errorOf },
  );
  const location = answer.location ?? `${base}${path}`;
  return {
    id: location.split('/').at(-1)!,
    location,
    ...(answer.version && { version: answer.version }),
    status: String(answer.status),
  };
}

const REFERENCE = /^bulkId:(.+)$/;

/** How deep a reference may be: resources aren't deeper. */
const DEEPEST = 8;

/** Returns the ids that texts in a value refer to. */
function bulkIdsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [REFERENCE.exec(value)?.[1] ?? []].flat();
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return [];
  return Object.values(value).flatMap((each) => bulkIdsIn(each, depth + 1));
}

/** Replaces references by what became of them. */
function resolved(value: unknown, ids: ReadonlyMap<string, string>, depth = 0): unknown {
  if (typeof value === 'string') return ids.get(REFERENCE.exec(value)?.[1] ?? '') ?? value;
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => resolved(each, ids, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, ids, depth + 1)]));
}
