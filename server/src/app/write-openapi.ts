// Writes server/openapi.json. With --check, only reports whether the file matches the declarations.
import { readFileSync, writeFileSync } from 'node:fs';
import { OPENAPI_FILE_PATH, formatOpenApiDocument } from '../http/openapi/openapi-document.ts';
import { appRouter } from './router.ts';

const wanted = formatOpenApiDocument(appRouter);
if (!process.argv.includes('--check')) {
  writeFileSync(OPENAPI_FILE_PATH, wanted);
} else {
  const found = readCommitted();
  if (found !== wanted) {
    const [theirs, ours] = [found.split('\n'), wanted.split('\n')];
    const at = ours.findIndex((line, index) => line !== theirs[index]);
    const line = at < 0 ? ours.length : at;
    process.stderr.write(
      `server/openapi.json is not what the declarations make; first at line ${line + 1}:\n` +
        `- ${theirs[line] ?? '(the end)'}\n+ ${ours[line] ?? '(the end)'}\n` +
        'Run node server/src/app/write-openapi.ts, and say in CHANGELOG.md what changed.\n',
    );
    process.exitCode = 1;
  }
}

function readCommitted(): string {
  try {
    return readFileSync(OPENAPI_FILE_PATH, 'utf8');
  } catch {
    return '';
  }
}
