import type { SingleSignOnSettings } from '@training/shared/issuers/issuers';
import { IssuerEntity, SignInDomainEntity } from '../../auth/issuers/issuer.entity.ts';
import { oidcCallbackPathOfWorkspace, createSamlServiceProvider } from '../../auth/issuers/replace-active-issuer.ts';
import type { Context } from '../../core/context.ts';
import type { Services } from '../../core/services.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { readWorkspaceSettings } from '../workspaces/update-workspace-settings.ts';

/** Returns the workspace's issuers and domains, without secrets. */
export async function readSingleSignOnSettings(ctx: Context & Pick<Services, 'origin'>): Promise<SingleSignOnSettings> {
  const of = { workspaceId: ctx.workspace.id };
  const em = createWorkspaceEntityManager(ctx);
  const [issuers, domains, settings] = await Promise.all([
    em.find(IssuerEntity, of),
    em.fork().find(SignInDomainEntity, of, { orderBy: { domain: 'asc' } }),
    readWorkspaceSettings(ctx),
  ]);
  const shown = (isOn: boolean) => {
    const row = issuers.find((each) => each.isOn === isOn);
    if (!row) return null;
    const { issuer, clientId, createdAt, createdByName } = row;
    return { issuer, client_id: clientId ?? null, saved_at: createdAt.toISOString(), saved_by: createdByName };
  };
  return {
    redirect_uri: `${ctx.origin()}${oidcCallbackPathOfWorkspace(ctx.workspace.slug)}`,
    saml_entity_id: createSamlServiceProvider(ctx.origin(), ctx.workspace.slug).entityId,
    saml_acs_url: createSamlServiceProvider(ctx.origin(), ctx.workspace.slug).acsUrl,
    on: shown(true),
    untried: shown(false),
    domains: domains.map(({ domain, token, verifiedAt, verifiedBy, missingSince }) => ({
      domain,
      record_name: dnsRecordNameOfDomain(domain),
      record_text: token,
      verified_at: verifiedAt?.toISOString() ?? null,
      verified_by: verifiedBy ?? null,
      missing_since: missingSince?.toISOString() ?? null,
    })),
    require_single_sign_on: settings.require_single_sign_on,
  };
}

/** Name of the DNS record that proves a domain. */
export const dnsRecordNameOfDomain = (domain: string): string => `_training-challenge.${domain}`;
