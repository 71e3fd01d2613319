import type { ScimResponse, ScimOperation, ScimRequest } from '../../../core/scim-operation.ts';
import { countBulkOperations, runBulk } from './bulk.ts';
import {
  getResourceTypeResource,
  getSchemaResource,
  renderServiceProviderConfig,
  renderResourceTypeListResponse,
  renderSchemaListResponse,
} from './discovery.ts';
import { createGroup, deleteGroup, getGroup, listGroups, patchStoredGroup, replaceGroup } from '../groups/groups.ts';
import { parseListQuery, projectAttributes, type ScimPage } from '../scim-page.ts';
import { createPerson, deletePerson, getPerson, listPeople, patchPerson, replacePerson } from '../people.ts';
import { doesEtagMatch, etagOfResource } from '../versions.ts';

const ok = (body: object): ScimResponse => ({ status: 200, body: { ...body } });

const page = (found: ScimPage, query: URLSearchParams): ScimResponse =>
  ok({ ...found, Resources: found.Resources.map((each) => projectAttributes(each, query)) });

type Resource = Parameters<typeof etagOfResource>[0];

/** Answers with a resource, its version and, where it is new, its address. */
function one(resource: Resource, { query, ifNoneMatch }: ScimRequest, status = 200): ScimResponse {
  const version = etagOfResource(resource);
  if (ifNoneMatch !== undefined && doesEtagMatch(ifNoneMatch, version)) return { status: 304, version };
  const location = status === 201 ? String(resource.meta['location']) : undefined;
  return { status, body: projectAttributes(resource, query), version, ...(location && { location }) };
}

/** What identity providers can request under `/scim/v2`. */
export const SCIM_OPERATIONS: readonly ScimOperation[] = [
  { method: 'GET', path: '/ServiceProviderConfig', run: (_ctx, { base }) => ok(renderServiceProviderConfig(base)) },
  { method: 'GET', path: '/ResourceTypes', run: (_ctx, { base }) => ok(renderResourceTypeListResponse(base)) },
  { method: 'GET', path: '/ResourceTypes/:id', run: (_ctx, { id, base }) => ok(getResourceTypeResource(id, base)) },
  { method: 'GET', path: '/Schemas', run: (_ctx, { base }) => ok(renderSchemaListResponse(base)) },
  { method: 'GET', path: '/Schemas/:id', run: (_ctx, { id, base }) => ok(getSchemaResource(id, base)) },
  {
    method: 'GET',
    path: '/Users',
    run: async (ctx, { query, base }) => page(await listPeople(ctx, parseListQuery(query), base), query),
  },
  {
    method: 'GET',
    path: '/Users/:id',
    run: async (ctx, request) => one(await getPerson(ctx, request.id, request.base), request),
  },
  {
    method: 'POST',
    path: '/Users',
    run: async (ctx, request) => one(await createPerson(ctx, request.body, request), unread(request), 201),
  },
  {
    method: 'PUT',
    path: '/Users/:id',
    run: async (ctx, request) => one(await replacePerson(ctx, request.id, request.body, request), unread(request)),
  },
  {
    method: 'PATCH',
    path: '/Users/:id',
    run: async (ctx, request) => one(await patchPerson(ctx, request.id, request.body, request), unread(request)),
  },
  {
    method: 'DELETE',
    path: '/Users/:id',
    run: async (ctx, request) => {
      await deletePerson(ctx, request.id, request);
      return { status: 204 };
    },
  },
  {
    method: 'GET',
    path: '/Groups',
    run: async (ctx, { query, base }) =>
      page(await listGroups(ctx, parseListQuery(query), base, hasMembers(query)), query),
  },
  {
    method: 'GET',
    path: '/Groups/:id',
    run: async (ctx, request) => one(await getGroup(ctx, request.id, request.base, hasMembers(request.query)), request),
  },
  {
    method: 'POST',
    path: '/Groups',
    run: async (ctx, request) => one(await createGroup(ctx, request.body, request), unread(request), 201),
  },
  {
    method: 'PUT',
    path: '/Groups/:id',
    run: async (ctx, request) => one(await replaceGroup(ctx, request.id, request.body, request), unread(request)),
  },
  {
    method: 'PATCH',
    path: '/Groups/:id',
    run: async (ctx, request) => {
      const group = await patchStoredGroup(ctx, request.id, request.body, request);
      // A group may have many members, so providers that don't ask for it don't get it (RFC 7644, 3.5.2).
      return request.query.has('attributes')
        ? one(group, unread(request))
        : { status: 204, version: etagOfResource(group) };
    },
  },
  {
    method: 'DELETE',
    path: '/Groups/:id',
    run: async (ctx, request) => {
      await deleteGroup(ctx, request.id, request);
      return { status: 204 };
    },
  },
  {
    method: 'POST',
    path: '/Bulk',
    people: countBulkOperations,
    run: (ctx, request) => runBulk(ctx, request, SCIM_OPERATIONS),
  },
];

/** If-None-Match is for reading. */
const unread = (request: ScimRequest): ScimRequest => ({ ...request, ifNoneMatch: undefined });

const hasMembers = (query: URLSearchParams): boolean => 'members' in projectAttributes({ members: [] }, query);
