import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ERRORS_BY_CODE } from '@training/shared/errors';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { documentValidator } from '../../../test/document-validator.ts';
import { restOperationsOf } from '../rest/operations.ts';
import { appRouter } from '../../app/router.ts';
import { OPENAPI_FILE_PATH, formatOpenApiDocument } from './openapi-document.ts';

const Media = z.object({
  schema: z.unknown(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
});
const Answer = z.object({ description: z.string().min(1), content: z.record(z.string(), Media).optional() });
const Operation = z.object({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  'x-required-scope': z.string(),
  'x-addition': z.literal(true).optional(),
  parameters: z.array(
    z.union([z.object({ $ref: z.string() }), z.object({ name: z.string(), description: z.string() })]),
  ),
  requestBody: z.object({ content: z.record(z.string(), Media) }).optional(),
  responses: z.record(z.string(), Answer),
});
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) });

const text = formatOpenApiDocument(appRouter);
const { paths } = Document.parse(JSON.parse(text));
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const validate = documentValidator(text);
const PATHS = [
  'GET /api/v1/paths',
  'POST /api/v1/paths',
  'GET /api/v1/paths/{id}',
  'POST /api/v1/paths/{id}',
  'POST /api/v1/paths/{id}/archive',
  'POST /api/v1/paths/{id}/preview',
  'POST /api/v1/paths/{path_id}/assignments',
  'POST /api/v1/paths/{path_id}/assignments/preview',
  'POST /api/v1/path-assignments/{id}',
  'POST /api/v1/path-assignments/{id}/end',
  'POST /api/v1/path-assignments/{id}/preview',
  'POST /api/v1/path-assignments/{id}/end/preview',
  'GET /api/v1/paths/{id}/standing',
  'GET /api/v1/paths/{id}/people',
];
const CONTENT = [
  'GET /api/v1/courses/{course_id}/archive',
  'GET /api/v1/courses/{course_id}/csv',
  'GET /api/v1/courses/{course_id}/qti',
  'GET /api/v1/courses/{course_id}/scorm',
  'POST /api/v1/media/pieces',
  'POST /api/v1/media',
  'POST /api/v1/courses/import',
];

test('the committed document is what the declarations make', () => {
  expect(readFileSync(OPENAPI_FILE_PATH, 'utf8')).toBe(text);
});

// rules/api 1
test('it holds the five operations of the specification, the additions and nothing else', () => {
  const held = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  expect(held).toEqual([
    'GET /api/v1/catalog',
    'GET /api/v1/analytics',
    'GET /api/v1/users',
    'POST /api/v1/users',
    'POST /api/v1/users/bulk',
    'POST /api/v1/attested-completions',
    'POST /api/v1/shifts',
    ...PATHS,
    ...CONTENT,
    'POST /api/v1/intake',
  ]);
  const additions = operations.filter(({ operation }) => operation['x-addition']);
  expect(additions.map(({ path, method }) => `${method.toUpperCase()} ${path}`)).toEqual([
    'POST /api/v1/users/bulk',
    'POST /api/v1/attested-completions',
    'POST /api/v1/shifts',
    ...PATHS,
    ...CONTENT,
  ]);
  expect(restOperationsOf(appRouter)).toHaveLength(29);
});

test('one validator finds it valid', async () => {
  expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true });
});

test('another, which also has opinions, finds nothing to complain about', async () => {
  // The platform isn't published under a licence.
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'info-license': 'off' } });
  const problems = await lintFromString({ source: text, config, absoluteRef: 'openapi.json' });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test.each(operations)('$method $path names its scope, and describes every parameter', ({ operation }) => {
  expect(operation.security).toEqual([{ apiToken: [operation['x-required-scope']] }]);
  for (const parameter of operation.parameters) {
    if ('name' in parameter) expect(parameter.description, parameter.name).not.toBe('');
  }
});

test.each(operations)('$method $path: every example is valid', ({ path, method, operation }) => {
  const request = operation.requestBody?.content['application/json'];
  expect(method === 'post').toBe(operation.requestBody !== undefined);
  for (const [name, { value }] of Object.entries(request?.examples ?? {})) {
    expect(validate([path, method, 'requestBody', 'content', 'application/json', 'schema'], value), name).toEqual([]);
  }
  for (const [status, { content = {} }] of Object.entries(operation.responses)) {
    for (const [type, { examples }] of Object.entries(content)) {
      expect(Object.keys(examples).length, status).toBeGreaterThan(0);
      for (const [name, { value }] of Object.entries(examples)) {
        const where = [path, method, 'responses', status, 'content', type, 'schema'];
        expect(validate(where, value), `${status} ${name}`).toEqual([]);
      }
    }
  }
});

test.each(operations)('$method $path: an example of each error, under the status of its code', ({ operation }) => {
  const statuses = Object.keys(operation.responses).map(Number);
  for (const status of [400, 401, 403, 429, 500, 503]) expect(statuses).toContain(status);
  for (const [status, { content = {} }] of Object.entries(operation.responses)) {
    if (Number(status) < 400) continue;
    expect(Object.keys(content)).toEqual(['application/problem+json']);
    const codes = new Set(Object.keys(content['application/problem+json']?.examples ?? {}));
    const table = Object.entries(ERRORS_BY_CODE).filter(([code]) => codes.has(code));
    expect(table).toHaveLength(codes.size);
    expect(table.every(([, error]) => error.status === Number(status))).toBe(true);
  }
});

test('a request body takes no other field', () => {
  const where = ['/api/v1/users', 'post', 'requestBody', 'content', 'application/json', 'schema'];
  expect(validate(where, { email: 'a@example.com', preview: true })).not.toEqual([]);
  expect(validate(where, { email: 'a@example.com' })).toEqual([]);
});
