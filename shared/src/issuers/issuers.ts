import { z } from 'zod';
import { HttpUrl, labelSchema, textSchema, Timestamp } from '../primitives.ts';
import { EmailDomain, WorkspaceSettings } from '../workspaces/workspaces.ts';

/**
 * The number of days for which a verified domain counts without its DNS record. The catalogue `notifications` names the
 * same number.
 */
export const VERIFIED_DOMAIN_GRACE_DAYS = 14;
export const MAX_SIGN_IN_DOMAINS_PER_WORKSPACE = 50;

/** An OpenID provider and our registration there. It signs nobody in before a super admin has tried it. */
export const SaveOpenIdIssuer = z.strictObject({
  issuer: HttpUrl.describe('As the provider names itself, without `/.well-known/openid-configuration`.'),
  client_id: labelSchema(300),
  client_secret: textSchema(1, 1000),
});
export type SaveOpenIdIssuer = z.infer<typeof SaveOpenIdIssuer>;

/** A SAML identity provider. Like `SaveOpenIdIssuer`, it signs nobody in before it is tried. */
export const SaveSamlIssuer = z.strictObject({
  metadata: textSchema(1, 100_000).describe('Its metadata as XML, or the address of it.'),
});
export type SaveSamlIssuer = z.infer<typeof SaveSamlIssuer>;

/** Selects an issuer: the one that is on, or the one that hasn't been tried yet. */
export const ActiveOrUntriedIssuerRef = z.strictObject({ is_on: z.boolean() });
export type ActiveOrUntriedIssuerRef = z.infer<typeof ActiveOrUntriedIssuerRef>;

export const SignInDomainRef = z.strictObject({ domain: EmailDomain });
export type SignInDomainRef = z.infer<typeof SignInDomainRef>;

export const RequireSingleSignOn = WorkspaceSettings.pick({ require_single_sign_on: true });
export type RequireSingleSignOn = z.infer<typeof RequireSingleSignOn>;

/** An issuer, without its secret. */
const Issuer = z.strictObject({
  issuer: z.string().describe('Of SAML, the entity id.'),
  client_id: z.string().nullable().describe('null for SAML.'),
  saved_at: Timestamp,
  saved_by: z.string(),
});
export type Issuer = z.infer<typeof Issuer>;

const SignInDomain = z.strictObject({
  domain: z.string(),
  record_name: z.string().describe('Name of the DNS record that proves the domain.'),
  record_text: z.string().describe('Its text, of the type TXT.'),
  verified_at: Timestamp.nullable(),
  verified_by: z.enum(['dns', 'operator']).nullable(),
  missing_since: Timestamp.nullable().describe('Since when DNS has no such record anymore.'),
});
export type SignInDomain = z.infer<typeof SignInDomain>;

export const SingleSignOnSettings = z.strictObject({
  redirect_uri: z.string().describe('To register at the provider.'),
  saml_entity_id: z.string().describe('Our name for SAML, and the address of our metadata.'),
  saml_acs_url: z.string().describe('The address that SAML answers are posted to.'),
  on: Issuer.nullable(),
  untried: Issuer.nullable().describe('Takes the place of the one that is on once a super admin has tried it.'),
  domains: z.array(SignInDomain),
  require_single_sign_on: z.boolean(),
});
export type SingleSignOnSettings = z.infer<typeof SingleSignOnSettings>;
