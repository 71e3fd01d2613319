import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A workspace's own OpenID or SAML provider: at most one that is on, and one that has yet to be tried. */
export const IssuerEntity = defineEntity({
  name: 'Issuer',
  tableName: 'sign_in_issuers',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    isOn: p.boolean(),
    /** Sessions name it. A new secret keeps it; another issuer or client gets another, which ends the sessions. */
    sessionKey: p.uuid(),
    issuer: p.text(),
    /** Set, as the next two, for OpenID. */
    clientId: p.text().nullable(),
    keyId: p.text().nullable(),
    /** The client's secret, encrypted. Never leaves the server. */
    sealed: p.blob().nullable(),
    /** Set, as the next, for SAML. */
    signInUrl: p.text().nullable(),
    /** Certificates of the keys that sign, as PEM. */
    certificates: p.array().nullable(),
    createdAt: p.datetime(3),
    createdByName: p.text(),
  },
});
export type IssuerRow = InferEntity<typeof IssuerEntity>;

/** A domain whose addresses the workspace's issuer signs in, once it is verified. */
export const SignInDomainEntity = defineEntity({
  name: 'SignInDomain',
  tableName: 'sign_in_domains',
  properties: {
    workspaceId: p.uuid().primary(),
    domain: p.text().primary(),
    /** Text of the DNS record that proves it. */
    token: p.text(),
    addedAt: p.datetime(3),
    verifiedAt: p.datetime(3).nullable(),
    verifiedBy: p.text().$type<'dns' | 'operator'>().nullable(),
    /** Last check of the record of a domain that it verified. */
    checkedAt: p.datetime(3).nullable(),
    /** Since when the record is gone. */
    missingSince: p.datetime(3).nullable(),
  },
});
