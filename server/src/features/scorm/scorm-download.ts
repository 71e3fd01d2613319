import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PreviewScormExport } from '@training/shared/courses/scorm';
import type { Context, MediaContext } from '../../core/context.ts';
import { defineDownloadRoute, type DownloadableFile } from '../../core/download.ts';
import { AppError } from '../../core/errors.ts';
import { translatorIn } from '../../core/messages.ts';
import { readCallerLanguage } from '../../core/read-language.ts';
import { encodeUtf8, type ZipEntry } from '../../platform/zip.ts';
import { extensionOfMediaType, streamRangeOfPieces } from '../media/stored-media.ts';
import { exportContentAsZip } from '../courses/record-transfer.ts';
import { renderManifest, type Sco } from './scorm-manifest.ts';
import { renderModulePage } from './module-page.ts';
import {
  type PackedFile,
  type PackageContent,
  type PublishedModule,
  readPackageContent,
} from './read-package-content.ts';

/** Output folder of `scripts/player-build.ts`. */
const PLAYER = path.resolve(import.meta.dirname, '../../../dist/player');

/** The player's files, by their names in the package. */
const PLAYER_FILES = { 'player.js': 'player.js', 'player.css': 'player.css', 'licences.txt': 'licences.md' };

const placeOf = ({ digest, type }: PackedFile) => `media/${digest}.${extensionOfMediaType(type)}`;

async function* entriesOf(
  ctx: Context & Pick<MediaContext, 'storage'>,
  id: string,
  published: PackageContent,
): AsyncGenerator<ZipEntry> {
  const { title, modules, files } = published;
  const t = translatorIn('exports', await readCallerLanguage(ctx));
  const scos = modules.map(({ id: moduleId, title: name, questions, settings }, index): Sco => {
    // A topic below its pass score fails whoever has the score, so only the reported status is right.
    const isByScore = questions > 0 && settings.topic_scores.length === 0;
    return {
      id: moduleId,
      title: name,
      page: modules.length === 1 ? 'index.html' : `module-${index + 1}.html`,
      masteryScore: isByScore ? settings.pass_score : null,
    };
  });
  const names = [...Object.keys(PLAYER_FILES), 'README.txt', ...files.map(placeOf)];
  const name = modules.length === 1 ? (modules[0]?.title ?? title) : title;
  yield { name: 'imsmanifest.xml', body: [encodeUtf8(renderManifest(id, name, scos, names))] };
  yield { name: 'README.txt', body: [encodeUtf8(readme(t, name, modules))] };
  const media = Object.fromEntries(files.map((file) => [file.digest, placeOf(file)]));
  for (const [index, module] of modules.entries()) {
    yield { name: scos[index]!.page, body: renderModulePage(ctx, module, { media, noScript: t('scorm.noScript') }) };
  }
  for (const [packed, built] of Object.entries(PLAYER_FILES)) {
    yield { name: packed, body: [await readFile(path.join(PLAYER, built))] };
  }
  for (const file of files) {
    const body = streamRangeOfPieces(ctx, file.pieces, { start: 0, end: file.bytes });
    yield { name: placeOf(file), stored: true, body };
  }
}

type Words = ReturnType<typeof translatorIn<'exports'>>;

/** Says what the package is, and item by item what was left out. Titles of drafts aren't for other systems. */
function readme(t: Words, title: string, modules: readonly PublishedModule[]): string {
  const facts = modules.map(({ title: name, revision, cards, questions, left_out, topics_left_out }) =>
    [
      t('scorm.module', { title: name, revision, cards, questions }),
      ...left_out.map((prompt) => t('scorm.leftOut', { prompt: prompt.replaceAll(/\s+/g, ' ') })),
      ...topics_left_out.map((topic) => t('scorm.topicLeftOut', { topic })),
    ].join('\n'),
  );
  return `${[t('scorm.readme', { title }), ...facts].join('\n\n')}\n`;
}

/** Opens a course, or one of its modules, as a SCORM 1.2 package (rules/courses-and-modules 21). */
export async function exportScormPackage(
  ctx: Context & Pick<MediaContext, 'storage'>,
  input: PreviewScormExport,
): Promise<DownloadableFile> {
  const published = await readPackageContent(ctx, input);
  if (published.modules.length === 0) {
    throw new AppError('module_not_published', 'Nothing is published that could be played elsewhere.');
  }
  if (published.isTooLarge) {
    throw new AppError('file_too_large', 'A package has at most 1 GiB. Download the modules one by one.');
  }
  const { course_id, module_id } = input;
  const id = module_id ?? course_id;
  const exported = { ...input, title: published.title, format: 'scorm' } as const;
  const body = await exportContentAsZip(ctx, exported, () => entriesOf(ctx, id, published));
  const day = ctx.now.toISOString().slice(0, 10);
  return { name: `scorm-${id}-${day}.zip`, type: 'application/zip', body };
}

export const SCORM_DOWNLOAD_ROUTE = defineDownloadRoute({
  path: '/courses/:course_id/scorm',
  permission: 'drafts:read',
  input: PreviewScormExport,
  open: exportScormPackage,
});
