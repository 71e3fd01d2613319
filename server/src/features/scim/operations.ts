import type { ScimAnswer, ScimOperation } from '../../core/scim-operation.ts';
import { findResourceType, findSchema, providerConfig, resourceTypes, schemas } from './discovery.ts';
import { listQueryOf, project, type ScimPage } from './list.ts';
import { createPerson, deletePerson, getPerson, listPeople, patchPerson, replacePerson } from './people.ts';

const ok = (body: object): ScimAnswer => ({ status: 200, body });

const page = (found: ScimPage, query: URLSearchParams): ScimAnswer =>
  ok({ ...found, Resources: found.Resources.map((each) => project(each, query)) });

const created = (body: Record<string, unknown>, location: string, query: URLSearchParams): ScimAnswer => ({
  status: 201,
  body: project(body, query),
  location,
});

/** What identity providers can request under `/scim/v2`. */
export const SCIM_OPERATIONS: readonly ScimOperation[] = [
  { method: 'GET', path: '/ServiceProviderConfig', run: (_ctx, { base }) => ok(providerConfig(base)) },
  { method: 'GET', path: '/ResourceTypes', run: (_ctx, { base }) => ok(resourceTypes(base)) },
  { method: 'GET', path: '/ResourceTypes/:id', run: (_ctx, { id, base }) => ok(findResourceType(id, base)) },
  { method: 'GET', path: '/Schemas', run: (_ctx, { base }) => ok(schemas(base)) },
  { method: 'GET', path: '/Schemas/:id', run: (_ctx, { id, base }) => ok(findSchema(id, base)) },
  {
    method: 'GET',
    path: '/Users',
    run: async (ctx, { query, base }) => page(await listPeople(ctx, listQueryOf(query), base), query),
  },
  {
    method: 'GET',
    path: '/Users/:id',
    run: async (ctx, { id, query, base }) => ok(project(await getPerson(ctx, id, base), query)),
  },
  {
    method: 'POST',
    path: '/Users',
    run: async (ctx, { body, query, base }) => {
      const user = await createPerson(ctx, body, base);
      return created(user, `${base}/Users/${String(user['id'])}`, query);
    },
  },
  {
    method: 'PUT',
    path: '/Users/:id',
    run: async (ctx, { id, body, query, base }) => ok(project(await replacePerson(ctx, id, body, base), query)),
  },
  {
    method: 'PATCH',
    path: '/Users/:id',
    run: async (ctx, { id, body, query, base }) => ok(project(await patchPerson(ctx, id, body, base), query)),
  },
  {
    method: 'DELETE',
    path: '/Users/:id',
    run: async (ctx, { id }) => {
      await deletePerson(ctx, id);
      return { status: 204 };
    },
  },
];
