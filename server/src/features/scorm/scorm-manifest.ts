import { xmlElement, xmlDocument, escapeXmlText } from '../courses/qti/qti-xml.ts';

/** A module as the manifest names it. */
export interface Sco {
  id: string;
  title: string;
  /** Name of its page in the package. */
  page: string;
  /** 0 to 1; null if systems shall go by the reported status. */
  masteryScore: number | null;
}

const NAMESPACES = {
  xmlns: 'http://www.imsproject.org/xsd/imscp_rootv1p1p2',
  'xmlns:adlcp': 'http://www.adlnet.org/xsd/adlcp_rootv1p2',
};

const titleOf = (title: string) => xmlElement('title', {}, escapeXmlText(title));

function itemOf({ id, title, masteryScore }: Sco): string {
  const names = { identifier: `item-${id}`, identifierref: `resource-${id}`, isvisible: true };
  if (masteryScore === null) return xmlElement('item', names, titleOf(title));
  const score = String(Number((masteryScore * 100).toFixed(2)));
  return xmlElement('item', names, titleOf(title), xmlElement('adlcp:masteryscore', {}, score));
}

const resourceOf = ({ id, page }: Sco) =>
  xmlElement(
    'resource',
    { identifier: `resource-${id}`, type: 'webcontent', 'adlcp:scormtype': 'sco', href: page },
    xmlElement('file', { href: page }),
    xmlElement('dependency', { identifierref: 'player' }),
  );

/** Returns the `imsmanifest.xml` of a package: one SCO for each module, in order (SCORM 1.2 CAM). */
export function renderManifest(id: string, title: string, scos: readonly Sco[], files: readonly string[]): string {
  const course = `course-${id}`;
  const version = [xmlElement('schema', {}, 'ADL SCORM'), xmlElement('schemaversion', {}, '1.2')];
  const organization = xmlElement('organization', { identifier: course }, titleOf(title), ...scos.map(itemOf));
  const player = xmlElement(
    'resource',
    { identifier: 'player', type: 'webcontent', 'adlcp:scormtype': 'asset' },
    ...files.map((href) => xmlElement('file', { href })),
  );
  return xmlDocument(
    xmlElement(
      'manifest',
      { identifier: `package-${id}`, version: '1.2', ...NAMESPACES },
      xmlElement('metadata', {}, ...version),
      xmlElement('organizations', { default: course }, organization),
      xmlElement('resources', {}, ...scos.map(resourceOf), player),
    ),
  );
}
