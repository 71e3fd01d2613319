import { element, xmlDocument, xmlText } from '../courses/qti/qti-xml.ts';

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

const titleOf = (title: string) => element('title', {}, xmlText(title));

function itemOf({ id, title, masteryScore }: Sco): string {
  const names = { identifier: `item-${id}`, identifierref: `resource-${id}`, isvisible: true };
  if (masteryScore === null) return element('item', names, titleOf(title));
  const score = String(Number((masteryScore * 100).toFixed(2)));
  return element('item', names, titleOf(title), element('adlcp:masteryscore', {}, score));
}

const resourceOf = ({ id, page }: Sco) =>
  element(
    'resource',
    { identifier: `resource-${id}`, type: 'webcontent', 'adlcp:scormtype': 'sco', href: page },
    element('file', { href: page }),
    element('dependency', { identifierref: 'player' }),
  );

/** Returns the `imsmanifest.xml` of a package: one SCO for each module, in order (SCORM 1.2 CAM). */
export function renderManifest(id: string, title: string, scos: readonly Sco[], files: readonly string[]): string {
  const course = `course-${id}`;
  const version = [element('schema', {}, 'ADL SCORM'), element('schemaversion', {}, '1.2')];
  const organization = element('organization', { identifier: course }, titleOf(title), ...scos.map(itemOf));
  const player = element(
    'resource',
    { identifier: 'player', type: 'webcontent', 'adlcp:scormtype': 'asset' },
    ...files.map((href) => element('file', { href })),
  );
  return xmlDocument(
    element(
      'manifest',
      { identifier: `package-${id}`, version: '1.2', ...NAMESPACES },
      element('metadata', {}, ...version),
      element('organizations', { default: course }, organization),
      element('resources', {}, ...scos.map(resourceOf), player),
    ),
  );
}
