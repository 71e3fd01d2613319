import { ScimError } from '../../../core/scim-error.ts';
import { MAX_SCIM_BODY_BYTES } from '../../../core/scim-operation.ts';
import { MAX_RESOURCES_PER_SCIM_PAGE } from '../scim-page.ts';
import { CORE_GROUP_SCHEMA, CORE_USER_SCHEMA, ENTERPRISE_USER_SCHEMA } from '../scim-user.ts';
import { MAX_OPERATIONS_PER_BULK_REQUEST } from './bulk.ts';

type Attribute = Record<string, unknown> & { name: string };

type Traits = { type?: string; required?: boolean; multiValued?: boolean; unique?: boolean; parts?: Attribute[] };

/** Describes an attribute as RFC 7643, 7 does. */
function attribute(name: string, description: string, traits: Traits = {}): Attribute {
  const { type = 'string', required = false, multiValued = false, unique = false, parts } = traits;
  return {
    name,
    type,
    multiValued,
    description,
    required,
    ...(type === 'string' && { caseExact: false }),
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: unique ? 'server' : 'none',
    ...(parts && { subAttributes: parts }),
  };
}

const SCHEMAS = [
  {
    id: CORE_USER_SCHEMA,
    name: 'User',
    description: 'A person of the workspace',
    attributes: [
      attribute('userName', 'Identifies the person at the provider', { required: true, unique: true }),
      attribute('name', 'The parts of the name', {
        type: 'complex',
        parts: [
          attribute('formatted', 'The whole name'),
          attribute('givenName', 'The given name'),
          attribute('familyName', 'The family name'),
        ],
      }),
      attribute('displayName', 'The name that is shown'),
      attribute('active', 'False deactivates the person at once', { type: 'boolean' }),
      attribute('emails', 'The primary one, or else that of work, is used', {
        type: 'complex',
        multiValued: true,
        parts: [
          attribute('value', 'The address'),
          attribute('type', 'Such as work'),
          attribute('primary', 'True for the one that is used', { type: 'boolean' }),
        ],
      }),
    ],
  },
  {
    id: CORE_GROUP_SCHEMA,
    name: 'Group',
    description: 'People who may get a role or a department together',
    attributes: [
      attribute('displayName', 'The name', { required: true, unique: true }),
      attribute('members', 'Who belongs to it', {
        type: 'complex',
        multiValued: true,
        parts: [attribute('value', 'The id of a user')],
      }),
    ],
  },
  {
    id: ENTERPRISE_USER_SCHEMA,
    name: 'EnterpriseUser',
    description: 'What HR knows of a person',
    attributes: [
      attribute('employeeNumber', 'The number of the HR system, the person’s external_id'),
      attribute('department', 'The name of a department of the workspace'),
      attribute('manager', 'Who looks after the person', {
        type: 'complex',
        parts: [attribute('value', 'The id of a user')],
      }),
    ],
  },
];

const RESOURCE_TYPES = [
  {
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    schema: CORE_USER_SCHEMA,
    schemaExtensions: [{ schema: ENTERPRISE_USER_SCHEMA, required: false }],
  },
  { id: 'Group', name: 'Group', endpoint: '/Groups', schema: CORE_GROUP_SCHEMA },
];

/** Returns the document that tells a provider what it can do (RFC 7643, 5). */
export function renderServiceProviderConfig(base: string): object {
  const no = { supported: false };
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: true, maxOperations: MAX_OPERATIONS_PER_BULK_REQUEST, maxPayloadSize: MAX_SCIM_BODY_BYTES },
    filter: { supported: true, maxResults: MAX_RESOURCES_PER_SCIM_PAGE },
    changePassword: no,
    sort: no,
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API token',
        description: 'A token with the scope scim, from the settings of the workspace',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

const withMeta = <T extends { id: string }>(item: T, resourceType: string, base: string) => ({
  schemas: [`urn:ietf:params:scim:schemas:core:2.0:${resourceType}`],
  ...item,
  meta: { resourceType, location: `${base}/${resourceType}s/${item.id}` },
});

function listed(resources: object[]): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: resources.length,
    startIndex: 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

export const renderSchemaListResponse = (base: string): object =>
  listed(SCHEMAS.map((each) => withMeta(each, 'Schema', base)));

export const renderResourceTypeListResponse = (base: string): object =>
  listed(RESOURCE_TYPES.map((each) => withMeta(each, 'ResourceType', base)));

/** @throws ScimError 404 */
export const getSchemaResource = (id: string, base: string): object => found(SCHEMAS, id, 'Schema', base);

/** @throws ScimError 404 */
export const getResourceTypeResource = (id: string, base: string): object =>
  found(RESOURCE_TYPES, id, 'ResourceType', base);

function found(all: readonly { id: string }[], id: string, resourceType: string, base: string): object {
  const one = all.find((each) => each.id === id);
  if (!one) throw new ScimError(404, `There is no ${resourceType} ${id.slice(0, 100)}.`);
  return withMeta(one, resourceType, base);
}
