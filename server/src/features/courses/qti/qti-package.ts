import type { ArchivedModule } from '@training/shared/courses/course-archive';
import type { Question } from '@training/shared/courses/courses';
import { findPictureWithAreas } from '@training/shared/courses/media-at';
import type { translatorIn } from '../../../core/messages.ts';
import { encodeUtf8, type ZipEntry } from '../../../platform/zip.ts';
import { qtiItemIdentifierOf, renderQtiItemXml } from './qti-item.ts';
import type { PictureDimensions } from './qti-hotspot.ts';
import { qtiItemPathOf, renderQtiTestXml } from './qti-test.ts';
import { renderXmlElement, MANIFEST_NAMESPACE_ATTRIBUTES, renderXmlDocument, escapeXmlText } from './qti-xml.ts';

/** File of a picture, sound, film or captions. */
export type PackageMediaFile = {
  extension: string;
  body: AsyncIterable<Uint8Array>;
  sizeOf: () => Promise<PictureDimensions | undefined>;
};
export type FindPackageMediaFile = (digest: string) => Promise<PackageMediaFile | undefined>;

const README = 'README.txt';

type Packaging = {
  /** Resources of the manifest so far. */
  resources: string[];
  /** Extension of each file that the package has; undefined if it isn't stored. */
  files: Map<string, string | undefined>;
  fileOf: FindPackageMediaFile;
};

/** Returns true if a question has nothing to choose from yet, of which QTI has no item. */
const isUnfinished = (question: Question) =>
  ('options' in question && question.options.length === 0) ||
  (question.kind === 'hotspot' && question.areas.length === 0);

type Words = ReturnType<typeof translatorIn<'exports'>>;

/** Returns lines that say which questions of a module are left out; none if all are in the package. */
function leftOutOf({ title, quiz }: ArchivedModule, t: Words): string[] {
  const lines = quiz.flatMap((question, n) =>
    isUnfinished(question)
      ? [t('qti.leftOut', { number: n + 1, prompt: question.prompt.replaceAll(/\s+/g, ' ').trim() })]
      : [],
  );
  return lines.length > 0 ? [title, ...lines] : [];
}

/**
 * Yields the files of a QTI 3.0 package, module by module: a test for each that has questions, an item for each
 * question, and their media; and what is left out (rules/courses-and-modules 19).
 */
export async function* streamQtiPackageZipEntries(
  modules: AsyncIterable<ArchivedModule>,
  fileOf: FindPackageMediaFile,
  t: Words,
): AsyncGenerator<ZipEntry> {
  const packaging: Packaging = { resources: [], files: new Map(), fileOf };
  const leftOut: string[] = [];
  let n = 0;
  for await (const module of modules) {
    n++;
    leftOut.push(...leftOutOf(module, t));
    const quiz = module.quiz.filter((question) => !isUnfinished(question));
    if (quiz.length > 0) yield* moduleEntries({ ...module, quiz }, n, packaging);
  }
  if (leftOut.length > 0) {
    yield { name: README, body: [encodeUtf8(`${leftOut.join('\n')}\n`)] };
    packaging.resources.push(resource('webcontent', 'readme', README));
  }
  yield xmlEntry('imsmanifest.xml', manifestOf(packaging.resources));
}

const xmlEntry = (name: string, xml: string): ZipEntry => ({ name, body: [encodeUtf8(xml)] });

async function* moduleEntries(module: ArchivedModule, n: number, packaging: Packaging): AsyncGenerator<ZipEntry> {
  const { files, resources } = packaging;
  const { quiz, language, title } = module;
  const nameOf = (digest: string) => {
    const extension = files.get(digest);
    return extension === undefined ? undefined : `media/${digest}.${extension}`;
  };
  const identifiers = [];
  for (const question of quiz) {
    const digests = (question.media ?? []).flatMap(({ digest, captions }) =>
      captions === undefined ? digest : [digest, captions],
    );
    for (const digest of new Set(digests)) yield* mediaEntry(digest, packaging);
    const path = qtiItemPathOf(n, question);
    const hrefOf = (digest: string) => {
      const name = nameOf(digest);
      return name === undefined ? undefined : `../../${name}`;
    };
    const picture = question.kind === 'hotspot' ? findPictureWithAreas(question) : undefined;
    const size = picture && (await (await packaging.fileOf(picture.digest))?.sizeOf());
    yield xmlEntry(path, renderQtiItemXml(question, language, hrefOf, size));
    const identifier = `${n}-${qtiItemIdentifierOf(question)}`;
    identifiers.push(`item-${identifier}`);
    const metadata = lom(language, question.topic === undefined ? '' : topicOf(question.topic, language));
    const used = digests.filter((digest) => nameOf(digest) !== undefined).map((digest) => `media-${digest}`);
    resources.push(resource('imsqti_item_xmlv3p0', `item-${identifier}`, path, { metadata, used }));
  }
  const path = `tests/module-${n}.xml`;
  yield xmlEntry(path, renderQtiTestXml(module, n));
  const metadata = lom(language, '', title);
  resources.push(resource('imsqti_test_xmlv3p0', `test-${n}`, path, { metadata, used: identifiers }));
}

async function* mediaEntry(digest: string, { files, resources, fileOf }: Packaging): AsyncGenerator<ZipEntry> {
  if (files.has(digest)) return;
  const file = await fileOf(digest);
  files.set(digest, file?.extension);
  if (!file) return;
  const name = `media/${digest}.${file.extension}`;
  yield { name, stored: true, body: file.body };
  resources.push(resource('webcontent', `media-${digest}`, name));
}

type More = { metadata: string; used: readonly string[] };

function resource(
  type: string,
  identifier: string,
  href: string,
  { metadata, used }: More = { metadata: '', used: [] },
) {
  const dependencies = [...new Set(used)].map((identifierref) => renderXmlElement('dependency', { identifierref }));
  return renderXmlElement(
    'resource',
    { identifier, type, href },
    metadata,
    renderXmlElement('file', { href }),
    ...dependencies,
  );
}

const string = (text: string, language: string) =>
  renderXmlElement('lom:string', { 'xml:lang': language }, escapeXmlText(text));

/** Returns metadata with a language, and perhaps a title, followed by others. */
function lom(language: string, others: string, title?: string): string {
  const named = title === undefined ? '' : renderXmlElement('lom:title', {}, string(title, language));
  const general = renderXmlElement(
    'lom:general',
    {},
    named,
    renderXmlElement('lom:language', {}, escapeXmlText(language)),
  );
  return renderXmlElement('metadata', {}, renderXmlElement('lom:lom', {}, general, others));
}

/** Returns the topic of a question as its classification. */
function topicOf(topic: string, language: string): string {
  const source = renderXmlElement('lom:source', {}, string('Topic', 'en'));
  const taxon = renderXmlElement('lom:taxon', {}, renderXmlElement('lom:entry', {}, string(topic, language)));
  return renderXmlElement('lom:classification', {}, renderXmlElement('lom:taxonPath', {}, source, taxon));
}

function manifestOf(resources: readonly string[]): string {
  const schema = renderXmlElement('schema', {}, 'QTI Package') + renderXmlElement('schemaversion', {}, '3.0.0');
  return renderXmlDocument(
    renderXmlElement(
      'manifest',
      { ...MANIFEST_NAMESPACE_ATTRIBUTES, identifier: 'manifest-1' },
      renderXmlElement('metadata', {}, schema),
      renderXmlElement('organizations'),
      renderXmlElement('resources', {}, ...resources),
    ),
  );
}
