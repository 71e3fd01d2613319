import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';

/** Finds the issuer of a workspace that is on, or the untried one. */
export const FIND_ISSUER_OF_WORKSPACE = defineStatement({
  name: 'find-issuer',
  scope: 'cross_tenant',
  row: z.strictObject({
    workspaceId: z.uuid(),
    id: z.uuid(),
    sessionKey: z.uuid(),
    issuer: z.string(),
    clientId: z.string().nullable(),
    keyId: z.string().nullable(),
    sealed: z.instanceof(Uint8Array).nullable(),
    signInUrl: z.string().nullable(),
    certificates: z.array(z.string()).nullable(),
    domains: z.array(z.string()),
  }),
  sql: `
select w.id as "workspaceId", i.id, i.session_key as "sessionKey", i.issuer, i.client_id as "clientId",
  i.key_id as "keyId", i.sealed, i.sign_in_url as "signInUrl", i.certificates, array(
    select d.domain from sign_in_domains d
    where d.workspace_id = w.id and d.verified_at is not null) as domains
from workspaces w join sign_in_issuers i on i.workspace_id = w.id and i.is_on = :isOn::boolean
where w.slug = :slug and not w.is_away`,
});

/** Lists the workspaces whose issuer signs in the addresses of a domain, unordered. Several may have verified it. */
export const LIST_WORKSPACES_BY_ISSUER_DOMAIN = defineStatement({
  name: 'list-issuers-by-domain',
  scope: 'cross_tenant',
  row: z.strictObject({ workspace: z.string(), name: z.string(), required: z.boolean() }),
  sql: `
select w.slug as workspace, w.name, w.require_single_sign_on as required
from sign_in_domains d
join workspaces w on w.id = d.workspace_id and not w.is_away
join sign_in_issuers i on i.workspace_id = w.id and i.is_on
where d.domain = :domain and d.verified_at is not null`,
});
