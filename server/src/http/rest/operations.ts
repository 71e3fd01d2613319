import type { Permission } from '@training/shared/permissions';
import type { AnyRouter } from '@trpc/server';
import type { FileInputMeta, ProcedureMeta, RestOperationOptions } from './procedure-meta.ts';

/** A procedure that is also served over REST. */
export type RestOperation = RestOperationOptions & {
  /** Path of the procedure in the router, such as `users.list`. */
  name: string;
  type: 'query' | 'mutation';
  method: 'GET' | 'POST';
  /** Relative to `/api/v1`, with fields of the input in braces. */
  path: string;
  /** Fields of the input that are in the path. */
  inPath: string[];
  permission: Permission;
  /** Set if the body is a file. */
  upload?: FileInputMeta;
};

/** Returns the operations that the router's procedures declare with `createRestOperationMeta(…)`. */
export function restOperationsOf(router: AnyRouter): RestOperation[] {
  const procedures: Record<string, { _def: { meta?: ProcedureMeta; type: string } }> = router._def.procedures;
  return Object.entries(procedures).flatMap(([name, { _def }]) => {
    const { meta, type } = _def;
    if (!meta?.openapi || !meta.operation || !meta.permission) return [];
    const { method, path } = meta.openapi;
    if ((method !== 'GET' && method !== 'POST') || (type !== 'query' && type !== 'mutation')) return [];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!);
    const { operation, permission, file: upload } = meta;
    return [{ ...operation, name, type, method, path, inPath, permission, ...(upload && { upload }) }];
  });
}
