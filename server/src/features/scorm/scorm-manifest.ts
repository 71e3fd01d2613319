import { renderXmlElement, renderXmlDocument, escapeXmlText } from '../courses/qti/qti-xml.ts';

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

const titleOf = (title: string) => renderXmlElement('title', {}, escapeXmlText(title));

function itemOf({ id, title, masteryScore }: Sco): string {
  const names = { identifier: `item-${id}`, identifierref: `resource-${id}`, isvisible: true };
  if (masteryScore === null) return renderXmlElement('item', names, titleOf(title));
  const score = String(Number((masteryScore * 100).toFixed(2)));
  return renderXmlElement('item', names, titleOf(title), renderXmlElement('adlcp:masteryscore', {}, score));
}

const resourceOf = ({ id, page }: Sco) =>
  renderXmlElement(
    'resource',
    { identifier: `resource-${id}`, type: 'webcontent', 'adlcp:scormtype': 'sco', href: page },
    renderXmlElement('file', { href: page }),
    renderXmlElement('dependency', { identifierref: 'player' }),
  );

/** Returns the `imsmanifest.xml` of a package: one SCO for each module, in order (SCORM 1.2 CAM). */
export function renderManifest(id: string, title: string, scos: readonly Sco[], files: readonly string[]): string {
  const course = `course-${id}`;
  const version = [renderXmlElement('schema', {}, 'ADL SCORM'), renderXmlElement('schemaversion', {}, '1.2')];
  const organization = renderXmlElement('organization', { identifier: course }, titleOf(title), ...scos.map(itemOf));
  const player = renderXmlElement(
    'resource',
    { identifier: 'player', type: 'webcontent', 'adlcp:scormtype': 'asset' },
    ...files.map((href) => renderXmlElement('file', { href })),
  );
  return renderXmlDocument(
    renderXmlElement(
      'manifest',
      { identifier: `package-${id}`, version: '1.2', ...NAMESPACES },
      renderXmlElement('metadata', {}, ...version),
      renderXmlElement('organizations', { default: course }, organization),
      renderXmlElement('resources', {}, ...scos.map(resourceOf), player),
    ),
  );
}
