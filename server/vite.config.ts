import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const OURS = ['src', 'seeds'].map((folder) => path.resolve(import.meta.dirname, folder));

/** Where the files will stand: `scripts/server-build.ts` names the folder by what was built. */
const BUILD = path.resolve(import.meta.dirname, 'dist/build');

/** What the server starts besides itself; their names tell them apart. */
const STARTED = [
  'src/platform/documents/document-reader.ts',
  'src/platform/documents/reader-watch.ts',
  'src/features/evidence/certificate/certificate-worker.ts',
];

/**
 * The server and its commands in a few files, with what they import (decision 030). All stand in one folder, so that
 * each finds the others in the same way.
 */
export default defineConfig({
  plugins: [placesOfSources(), escapedCharacters()],
  build: {
    ssr: true,
    target: 'esnext',
    reportCompressedSize: false,
    // Names and lines stay, so that an error says where it was.
    minify: false,
    rolldownOptions: {
      input: ['src/app/main.ts', 'src/cli/cli.ts', ...STARTED],
      output: { comments: false, chunkFileNames: '[name]-[hash].js' },
    },
  },
  ssr: {
    noExternal: true,
    // They read files that lie beside them; of the first, a bundle loads the parts before the polyfill that they need.
    external: [
      '@simplewebauthn/server',
      'fontkit',
      'graphile-worker',
      'harfbuzzjs',
      'pdfkit',
      'sharp',
      'subset-font',
      'swagger-ui-dist',
    ],
  },
});

/** A source that asks where it is gets its place among the sources; what it starts is the built one beside it. */
function placesOfSources(): Plugin {
  return {
    name: 'places-of-sources',
    enforce: 'pre',
    transform(code, id) {
      if (!OURS.some((folder) => id.startsWith(folder)) || !code.includes('import.meta.')) return undefined;
      const folder = path.posix.dirname(path.relative(BUILD, id).split(path.sep).join('/'));
      const placed = withBuilt(code, (name) => `new URL('./${name}.js', import.meta.url)`);
      return { code: placed.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`), map: null };
    },
  };
}

/** Writes what isn't ASCII as escapes: for a single such character V8 stores a whole file in two bytes a character. */
function escapedCharacters(): Plugin {
  return {
    name: 'escaped-characters',
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        if (file.type === 'chunk') file.code = escaped(file.code);
      }
    },
  };
}

/** An escape means the same in text and in expressions, also in their sources, for which alone `String.raw` is used. */
function escaped(code: string): string {
  const [refused] = /\\[^\0-\x7F].{0,40}/.exec(code) ?? [];
  if (refused) throw new Error(`A character after a backslash cannot be escaped: ${refused}`);
  return code.replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** For tests, which run the sources: what these start is built, as it is where the server runs. */
export function startsBuilt(): Plugin {
  const { href: dist } = pathToFileURL(path.dirname(BUILD));
  return {
    name: 'starts-built',
    enforce: 'pre',
    transform(code, id) {
      const placed = id.startsWith(OURS[0]!) ? withBuilt(code, (name) => `new URL('${dist}/${name}.js')`) : code;
      return placed === code ? undefined : { code: placed, map: null };
    },
  };
}

function withBuilt(code: string, urlOf: (name: string) => string): string {
  return STARTED.map((file) => path.parse(file).name).reduce(
    (text, name) => text.replace(`new URL('./${name}.ts', import.meta.url)`, urlOf(name)),
    code,
  );
}
