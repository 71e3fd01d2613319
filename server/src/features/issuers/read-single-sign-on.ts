import type { SingleSignOn } from '@training/shared/issuers/issuers';
import { IssuerEntity, SignInDomainEntity } from '../../auth/issuers/issuer.entity.ts';
import { issuerCallbackPath, samlServiceProvider } from '../../auth/issuers/switch-issuer-on.ts';
import type { Context } from '../../core/context.ts';
import type { Services } from '../../core/services.ts';
import { entityManager } from '../../core/transaction.ts';
import { readSettings } from '../workspaces/set-workspace.ts';

/** Returns the workspace's issuers and domains, without secrets. */
export async function readSingleSignOn(ctx: Context & Pick<Services, 'origin'>): Promise<SingleSignOn> {
  const of = { workspaceId: ctx.workspace.id };
  const em = entityManager(ctx);
  const [issuers, domains, settings] = await Promise.all([
    em.find(IssuerEntity, of),
    em.fork().find(SignInDomainEntity, of, { orderBy: { domain: 'asc' } }),
    readSettings(ctx),
  ]);
  const shown = (isOn: boolean) => {
    const row = issuers.find((each) => each.isOn === isOn);
    if (!row) return null;
    const { issuer, clientId, createdAt, createdByName } = row;
    return { issuer, client_id: clientId ?? null, saved_at: createdAt.toISOString(), saved_by: createdByName };
  };
  return {
    redirect_uri: `${ctx.origin()}${issuerCallbackPath(ctx.workspace.slug)}`,
    saml_entity_id: samlServiceProvider(ctx.origin(), ctx.workspace.slug).entityId,
    saml_acs_url: samlServiceProvider(ctx.origin(), ctx.workspace.slug).acsUrl,
    on: shown(true),
    untried: shown(false),
    domains: domains.map(({ domain, token, verifiedAt, verifiedBy, missingSince }) => ({
      domain,
      record_name: recordName(domain),
      record_text: token,
      verified_at: verifiedAt?.toISOString() ?? null,
      verified_by: verifiedBy ?? null,
      missing_since: missingSince?.toISOString() ?? null,
    })),
    require_single_sign_on: settings.require_single_sign_on,
  };
}

/** Name of the DNS record that proves a domain. */
export const recordName = (domain: string): string => `_training-challenge.${domain}`;
