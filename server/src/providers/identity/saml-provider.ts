import { X509Certificate } from 'node:crypto';
import { generateServiceProviderMetadata, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js';
import { z } from 'zod';
import { UnusableProviderError } from './discover-openid-provider.ts';

/** A SAML identity provider, as its metadata says. */
export type SamlIssuer = { issuer: string; signInUrl: string; certificates: string[] };

/** We as a service provider: our name, and the address that answers are posted to. */
export type SamlServiceProvider = { entityId: string; acsUrl: string };

/** Seconds by which the provider's clock may differ. */
const CLOCK_SKEW = 60;

/** Elements of an answer or a description at most; each nests or costs something. */
const MOST_ELEMENTS = 2_000;

/** Bytes of an answer at most. */
const LONGEST_ANSWER = 64 * 1024;

/** SHA-1 has collisions, with which signatures were forged. */
const WEAK = /xmldsig#(rsa-|dsa-|hmac-)?sha1/i;

/** An answer that proves nobody. The message is for the log. */
export class SamlRefusedError extends Error {}

const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

/** What the signed assertion must say; `SAML` checks its signature, times and audience, but not all of this. */
const Signed = z.object({
  Assertion: z.object({
    Issuer: z.tuple([z.object({ _: z.string() })]),
    Subject: z.tuple([
      z.object({
        SubjectConfirmation: z.tuple([
          z.object({
            $: z.object({ Method: z.literal('urn:oasis:names:tc:SAML:2.0:cm:bearer') }),
            SubjectConfirmationData: z.tuple([
              z.object({ $: z.object({ InResponseTo: z.string(), Recipient: z.string(), NotOnOrAfter: z.string() }) }),
            ]),
          }),
        ]),
      }),
    ]),
  }),
});

function openParty(
  { issuer, signInUrl, certificates }: SamlIssuer,
  { entityId, acsUrl }: SamlServiceProvider,
  requestId: string,
) {
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: signInUrl,
    idpIssuer: issuer,
    idpCert: certificates,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW * 1_000,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // The request is known to be ours: who calls has it, and uses it up.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  });
}

/** Returns the address of the provider's sign-in page, with a request of that id. */
export async function createSamlSignInPageUrl(
  issuer: SamlIssuer,
  party: SamlServiceProvider,
  requestId: string,
): Promise<string> {
  return openParty(issuer, party, requestId).getAuthorizeUrlAsync('', undefined, {});
}

/**
 * Decodes an answer as it was posted, and bounds it. Declarations, comments and CDATA are refused: an entity could
 * expand, and a comment splits what one parser reads as one text.
 * @throws SamlRefusedError
 */
export function decodeSamlResponse(posted: string): string {
  if (posted.length > LONGEST_ANSWER * 1.4) throw new SamlRefusedError('The answer is longer than 64 KiB');
  const xml = Buffer.from(posted, 'base64').toString('utf8');
  if (xml.includes('<!')) throw new SamlRefusedError('The answer has a declaration, comment or CDATA');
  if (xml.split('<').length > MOST_ELEMENTS * 2) throw new SamlRefusedError('The answer has too many elements');
  const written = xml.replace(/&#(x?)([0-9a-f]{1,8});/gi, (_, hex: string, digits: string) => {
    const code = Number.parseInt(digits, hex === '' ? 10 : 16);
    return code <= 0xff ? String.fromCodePoint(code) : '';
  });
  if (WEAK.test(written)) throw new SamlRefusedError('The answer is signed with SHA-1');
  return xml;
}

/** Returns the request that an answer says it answers. It proves nothing yet. @throws SamlRefusedError */
export function samlRequestIdOf(xml: string): string {
  const id = /<(?:\w+:)?Response\s[^>]*InResponseTo="(_[\w-]{20,100})"/.exec(xml)?.[1];
  if (id === undefined) throw new SamlRefusedError('The answer answers no request of ours');
  return id;
}

/**
 * Returns the e-mail address that an answer proves.
 * @param posted The answer, base64
 * @throws SamlRefusedError, or the library's error, if it isn't signed by the provider, for us, now, and to that
 * request
 */
export async function verifySamlEmail(
  issuer: SamlIssuer,
  party: SamlServiceProvider,
  requestId: string,
  posted: string,
): Promise<unknown> {
  const answer = { SAMLResponse: posted };
  const { profile } = await openParty(issuer, party, requestId).validatePostResponseAsync(answer);
  const signed = Signed.safeParse(profile?.getAssertion?.());
  if (!profile || !signed.success) throw new SamlRefusedError('The assertion lacks what it must have');
  const { Issuer, Subject } = signed.data.Assertion;
  const { InResponseTo, Recipient } = Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$;
  if (Issuer[0]._ !== issuer.issuer) throw new SamlRefusedError(`The assertion is of ${Issuer[0]._}`);
  if (InResponseTo !== requestId) throw new SamlRefusedError('The assertion answers another request');
  if (Recipient !== party.acsUrl) throw new SamlRefusedError('The assertion is for another recipient');
  const attributes = z.record(z.string(), z.unknown()).catch({}).parse(profile['attributes']);
  const named = EMAIL_ATTRIBUTES.map((name) => (Object.hasOwn(attributes, name) ? attributes[name] : undefined));
  const byName = profile.nameIDFormat?.endsWith(':emailAddress') ? profile.nameID : undefined;
  return named.find((value) => typeof value === 'string') ?? byName;
}

/** Returns our metadata, to register at the provider. */
export function createServiceProviderMetadata({ entityId, acsUrl }: SamlServiceProvider): string {
  return generateServiceProviderMetadata({ issuer: entityId, callbackUrl: acsUrl, wantAssertionsSigned: true });
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Reads the metadata of a provider. @throws UnusableProviderError */
export async function parseSamlIssuerMetadata(xml: string): Promise<SamlIssuer> {
  if (/<!(doctype|entity)/i.test(xml))
    throw new UnusableProviderError('Its metadata has a declaration, which is refused');
  if (xml.split('<').length > MOST_ELEMENTS * 2) throw new UnusableProviderError('Its metadata has too many elements');
  const document = await parseDomFromString(xml).catch(() => {
    throw new UnusableProviderError('Its metadata is no XML');
  });
  const select = (path: string) => xpath.selectElements(document, path);
  const local = (name: string) => `*[local-name()='${name}']`;
  const provider = `/${local('EntityDescriptor')}/${local('IDPSSODescriptor')}`;
  const [entity] = select(`/${local('EntityDescriptor')}`);
  const [service] = select(`${provider}/${local('SingleSignOnService')}[@Binding='${REDIRECT}']`);
  const keys = select(
    `${provider}/${local('KeyDescriptor')}[not(@use) or @use='signing']//${local('X509Certificate')}`,
  );
  const issuer = entity?.getAttribute('entityID') ?? '';
  const signInUrl = service?.getAttribute('Location') ?? '';
  if (issuer === '' || issuer.length > 1_000)
    throw new UnusableProviderError('Its metadata describes no identity provider');
  if (!URL.canParse(signInUrl)) throw new UnusableProviderError('Its metadata has no sign-in page by HTTP-Redirect');
  const certificates = keys.slice(0, 10).map((key) => pemOf(key.textContent ?? ''));
  if (certificates.length === 0) throw new UnusableProviderError('Its metadata has no signing certificate');
  return { issuer, signInUrl, certificates };
}

function pemOf(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString();
  } catch {
    throw new UnusableProviderError('A certificate in its metadata can’t be read');
  }
}
