import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set(['.css', '.html', '.js', '.json', '.svg']);

/** Maximum compression levels, because each file is compressed once and sent often. */
const ENCODINGS = [
  {
    extension: '.br',
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { extension: '.gz', compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }) },
];

/**
 * Writes compressed variants next to each text file of the folder, if they are smaller. The server sends them instead
 * (server/src/http/console.ts).
 */
export async function compressAssets(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    TEXT.has(path.extname(file)),
  );
  await Promise.all(
    files.map(async (file) => {
      const full = path.join(folder, file);
      const bytes = await readFile(full);
      for (const { extension, compress } of ENCODINGS) {
        const compressed = await compress(bytes);
        if (compressed.length < bytes.length) await writeFile(full + extension, compressed);
      }
    }),
  );
}
