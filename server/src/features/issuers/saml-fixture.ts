import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { certificateFor } from '../../../test/certificate.ts';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

export const BY_NAME_ID = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';

/** Claims of an assertion; a test changes one part. */
type Said = {
  id: string;
  email: string;
  issuer: string;
  audience: string;
  recipient: string;
  inResponseTo: string;
  notBefore: Date;
  notOnOrAfter: Date;
};

type Asked = { id: string; acsUrl: string; audience: string };

const later = (seconds: number) => new Date(Date.now() + seconds * 1_000);

/** The last text before an end, after what begins it. */
function between(xml: string, begin: string, end: string): string {
  const before = xml.slice(0, xml.indexOf(end));
  return before.slice(before.lastIndexOf(begin) + begin.length);
}

/** The signature in a document that has one. */
function signatureIn(xml: string): string {
  const signature = `<Signature ${between(xml, '<Signature ', '</Signature>')}</Signature>`;
  if (!signature.includes('<SignedInfo>')) throw new Error(`no signature: ${signature}`);
  return signature;
}

/** Reads the request in the address of the provider's sign-in page. */
export function requestIn(address: string): Asked & { xml: string } {
  const given = new URL(address).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(given, 'base64')).toString();
  const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    xml,
    id: read(/ID="([^"]+)"/),
    acsUrl: read(/AssertionConsumerServiceURL="([^"]+)"/),
    audience: between(xml, '>', '</saml:Issuer>'),
  };
}

/** A SAML provider, which says whatever it is told. */
export function samlProvider(issuer: string) {
  const { key, cert } = certificateFor('idp.example', undefined, 'rsa');
  const bare = cert.replaceAll(/-----[^-]+-----|\n/g, '');

  /** Signs the element with the id, as a child of itself. */
  function sign(xml: string, id: string, algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'): string {
    const signer = new SignedXml({ privateKey: key, canonicalizationAlgorithm: EXCLUSIVE });
    signer.signatureAlgorithm = algorithm;
    const digestAlgorithm = algorithm.endsWith('sha1')
      ? 'http://www.w3.org/2000/09/xmldsig#sha1'
      : 'http://www.w3.org/2001/04/xmlenc#sha256';
    signer.addReference({ xpath: `//*[@ID='${id}']`, transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm });
    const reference = `//*[@ID='${id}']/*[local-name()='Issuer']`;
    signer.computeSignature(xml, { location: { reference, action: 'after' } });
    return signer.getSignedXml();
  }

  function said(asked: Asked, email: string, changes: Partial<Said> = {}): Said {
    const { id: inResponseTo, acsUrl: recipient, audience } = asked;
    const times = { notBefore: later(-5), notOnOrAfter: later(120) };
    return { id: '_assertion', email, issuer, audience, recipient, inResponseTo, ...times, ...changes };
  }

  /** An assertion, unsigned. */
  const assertion = (of: Said) => `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${of.id}"
    Version="2.0" IssueInstant="${new Date().toISOString()}"><saml:Issuer>${of.issuer}</saml:Issuer><saml:Subject>
    <saml:NameID Format="${BY_NAME_ID}">${of.email}</saml:NameID>
    <saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData
    InResponseTo="${of.inResponseTo}" Recipient="${of.recipient}" NotOnOrAfter="${of.notOnOrAfter.toISOString()}"/>
    </saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${of.notBefore.toISOString()}"
    NotOnOrAfter="${of.notOnOrAfter.toISOString()}"><saml:AudienceRestriction><saml:Audience>${of.audience}</saml:Audience>
    </saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${new Date().toISOString()}"/>
    </saml:Assertion>`;

  /** A response around what is given. */
  const response = ({ id, acsUrl }: Asked, inside: string, around = '') =>
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0"
    InResponseTo="${id}" Destination="${acsUrl}" IssueInstant="${new Date().toISOString()}"><saml:Issuer
    xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>${around}<samlp:Status>
    <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${inside}</samlp:Response>`;

  return {
    sign,
    said,
    assertion,
    response,
    metadata: `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><IDPSSODescriptor
      protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo
      xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${bare}</X509Certificate></X509Data></KeyInfo>
      </KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
      Location="https://idp.example/sign-in?tenant=1"/></IDPSSODescriptor></EntityDescriptor>`,
    /** An ordinary answer: a signed assertion. */
    answer(asked: Asked, email: string, changes: Partial<Said> = {}): string {
      const of = said(asked, email, changes);
      return response(asked, sign(assertion(of), of.id));
    },
  };
}

/**
 * The well-known ways to wrap a signature (XSW 1 to 8, after Somorovsky et al., "On Breaking SAML"): a forged assertion
 * beside or around what was signed.
 */
export function wrapped(asked: Asked, provider: ReturnType<typeof samlProvider>, own: string, forgedEmail: string) {
  const { said, assertion, sign, response } = provider;
  const signed = sign(assertion(said(asked, own)), '_assertion');
  const forged = assertion(said(asked, forgedEmail, { id: '_forged' }));
  const signature = signatureIn(signed);
  const unsigned = signed.replace(signature, '');
  const inside = (outer: string, inner: string) => outer.replace('</saml:Assertion>', `${inner}</saml:Assertion>`);
  const withSignature = (of: string, extra: string) =>
    of.replace('</saml:Issuer>', `</saml:Issuer>${signature.replace('</Signature>', `${extra}$&`)}`);
  const whole = sign(response(asked, assertion(said(asked, own))), '_response');
  const ofWhole = signatureIn(whole);
  const bare = whole.replace(ofWhole, '');
  const object = (xml: string) => `<Object xmlns="http://www.w3.org/2000/09/xmldsig#">${xml}</Object>`;
  const outer = response(asked, forged).replace('"_response"', '"_other"');
  const aroundWhole = ofWhole.replace('</Signature>', `${object(bare)}$&`);
  const extensions = (xml: string) => `<samlp:Extensions>${xml}</samlp:Extensions>`;
  return {
    'XSW1: the signed response inside the signature of a forged one': outer.replace(
      '</saml:Issuer>',
      `$&${aroundWhole}`,
    ),
    'XSW2: the signed response beside the signature of a forged one': outer.replace(
      '</saml:Issuer>',
      `$&${bare}${ofWhole}`,
    ),
    'XSW3: a forged assertion before the signed one': response(asked, forged + signed),
    'XSW3b: a forged assertion after the signed one': response(asked, signed + forged),
    'XSW4: the signed assertion inside a forged one': response(asked, inside(forged, signed)),
    'XSW5: its signature in a forged assertion, itself at the end': response(
      asked,
      withSignature(forged, '') + unsigned,
    ),
    'XSW6: itself in its signature in a forged assertion': response(asked, withSignature(forged, unsigned)),
    'XSW7: a forged assertion in extensions before it': response(asked, signed, extensions(forged)),
    'XSW8: itself in an object of the signature of a forged assertion': response(
      asked,
      withSignature(forged, object(unsigned)),
    ),
    'the same id twice': response(asked, inside(forged.replace('_forged', '_assertion'), signed)),
    'the signature removed': response(asked, forged),
    'the text changed after signing': response(asked, signed.replace(own, forgedEmail)),
  };
}
