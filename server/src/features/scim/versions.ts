import { createHash } from 'node:crypto';
import { ScimError } from '../../core/scim-error.ts';

type Resource = { id: string; meta: Record<string, unknown> } & Record<string, unknown>;

/** Adds the version of a resource, a weak ETag of what identifies its state (rules/scim 17). */
export function withResourceVersion<Of extends Resource>(resource: Of, state: unknown = resource): Of {
  const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
  return { ...resource, meta: { ...resource.meta, version: `W/"${hash}"` } };
}

export const etagOfResource = ({ meta }: Resource): string => String(meta['version']);

/** Returns true if a list of ETags, or `*`, has the version. Weak ones compare like strong ones. */
export function doesEtagMatch(etags: string, version: string): boolean {
  const bare = (etag: string) => etag.trim().replace(/^W\//, '');
  return etags.trim() === '*' || etags.split(',').some((each) => bare(each) === bare(version));
}

/** @throws ScimError 412 if the resource has changed since the client read it */
export function assertIfMatch(resource: Resource, ifMatch: string | undefined): void {
  if (ifMatch === undefined || doesEtagMatch(ifMatch, etagOfResource(resource))) return;
  throw new ScimError(412, 'The resource has changed since the version of If-Match. Read it again.');
}
