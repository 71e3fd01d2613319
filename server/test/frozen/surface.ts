import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyRouter } from '@trpc/server';
import { ERRORS } from '@training/shared/errors';
import { EventAction } from '@training/shared/events/events';
import { OUTGOING_EVENTS } from '@training/shared/events/outgoing-events';
import { PERMISSIONS, reachOf, Role, Scope, type Permission } from '@training/shared/permissions';
import { z } from 'zod';
import { appRouter } from '../../src/app/router.ts';
import { commandsWith } from '../wtp.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Returns every name and schema that callers of the program rely on; schemas by digest. */
export async function readSurface() {
  return {
    rest: restOperations(),
    procedures: trpcProcedures(),
    events: [...EventAction.options].sort(),
    outgoing: Object.fromEntries(Object.entries(OUTGOING_EVENTS).map(([type, schema]) => [type, schemaDigest(schema)])),
    errors: Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    permissions: permissionTable(),
    scopes: Scope.options,
    commands: await commandLine([]),
    rules: ruleNumbers(),
  };
}

/** Digests of REST operations, without descriptions, which may be reworded. */
function restOperations(): Record<string, string> {
  const document: unknown = JSON.parse(readFileSync(path.join(root, 'server/openapi.json'), 'utf8'));
  const { paths, components } = z
    .object({ paths: z.record(z.string(), z.unknown()), components: z.unknown() })
    .parse(document);
  const digests = Object.entries(paths).map(([name, operations]) => [name, digest(operations)] as const);
  return Object.fromEntries([...digests, ['components', digest(components)]]);
}

type Definition = { type: string; meta?: { permission?: string }; inputs: unknown[]; output?: unknown };

function trpcProcedures(): Record<string, string> {
  const router: AnyRouter = appRouter;
  const procedures = Object.entries<{ _def: Definition }>(router._def.procedures).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    procedures.map(([name, { _def }]) => {
      const input = _def.inputs.map((schema) => schemaDigest(schema, 'input')).join('+') || 'none';
      return [name, `${_def.type} ${_def.meta?.permission ?? 'none'} ${input} ${schemaDigest(_def.output)}`];
    }),
  );
}

function permissionTable(): Record<string, string> {
  const permissions = Object.keys(PERMISSIONS).filter((name): name is Permission => name in PERMISSIONS);
  return Object.fromEntries(
    permissions.map((name) => [name, Role.options.map((role) => reachOf(role, name) ?? '–').join(' ')]),
  );
}

/** Commands with their options, as their help lists them. */
async function commandLine(words: string[]): Promise<Record<string, string>> {
  const { stdout } = await commandsWith({}).wtp([...words, '--help']);
  const listed = (heading: string) =>
    [
      ...(new RegExp(String.raw`^${heading}:\n((?: {2}.*\n?)+)`, 'm').exec(stdout)?.[1] ?? '').matchAll(
        /^ {2}(\S.*)$/gm,
      ),
    ].map(([, line = '']) => line.split(/ {2}/)[0] ?? '');
  const names = listed('Commands').map((line) => line.split(/[ |]/)[0] ?? '');
  const below = await Promise.all(names.filter((name) => name !== 'help').map((name) => commandLine([...words, name])));
  return Object.assign({ [words.join(' ')]: listed('Options').join(', ') }, ...below);
}

/** Numbers of the rules of each page. */
function ruleNumbers(): Record<string, string> {
  const pages = globSync('docs/rules/*.md', { cwd: root }).sort();
  return Object.fromEntries(
    pages.map((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      const numbers = [...text.matchAll(/^(?:\| )?(\d+)(?:\.| \|)/gm)].map(([, number]) => number);
      return [path.basename(file, '.md'), numbers.join(' ')];
    }),
  );
}

function schemaDigest(schema: unknown, io: 'input' | 'output' = 'output'): string {
  if (!(schema instanceof z.ZodType)) return 'none';
  return digest(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', cycles: 'ref' }));
}

const PROSE = new Set(['description', 'title', 'summary', 'example', 'examples']);

function digest(value: unknown): string {
  const json = JSON.stringify(value, (key, part: unknown) => {
    if (PROSE.has(key) && typeof part === 'string') return undefined;
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return createHash('sha256').update(json).digest('base64url').slice(0, 12);
}
