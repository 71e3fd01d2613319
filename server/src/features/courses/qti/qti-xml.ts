import { escapeHtml } from '../../../platform/html-page.ts';

/** Characters that XML can't contain, even escaped. */
// oxlint-disable-next-line no-control-regex -- they are what is left out
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const withoutControlCharacters = (text: string): string => text.replace(NO_XML, '');

/** Returns text as the content of an element. */
export const escapeXmlText = (text: string): string => escapeHtml(withoutControlCharacters(text));

type Attributes = Record<string, string | number | boolean | undefined>;

/** Returns an element with children that are XML already. Attributes that are undefined are left out. */
export function renderXmlElement(name: string, attributes: Attributes = {}, ...children: readonly string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXmlText(String(value))}"`)
    .join('');
  return children.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${children.join('')}</${name}>`;
}

/** Returns a document with its declaration. */
export const renderXmlDocument = (root: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`;

const SCHEMAS = 'https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd';
const ITEMS = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0';

/** Namespaces of an item or a test. */
export const QTI_NAMESPACE_ATTRIBUTES = {
  xmlns: ITEMS,
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xsi:schemaLocation': `${ITEMS} ${SCHEMAS}/imsqti_asiv3p0_v1p0.xsd`,
};

const PACKAGE = 'http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1';

/** Namespaces of a package's manifest. */
export const MANIFEST_NAMESPACE_ATTRIBUTES = {
  xmlns: PACKAGE,
  'xmlns:lom': 'http://ltsc.ieee.org/xsd/LOM',
  'xmlns:xsi': QTI_NAMESPACE_ATTRIBUTES['xmlns:xsi'],
  'xsi:schemaLocation': `${PACKAGE} ${SCHEMAS}/imsqtiv3p0_imscpv1p2_v1p0.xsd`,
};
