// Writes the types of messages from the English catalogues. With --check, only says whether they are current.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileCatalogue, type CatalogueMessages } from '../shared/src/i18n/compile-catalogue.ts';

const shared = path.resolve(import.meta.dirname, '../shared');
const written = path.join(shared, 'src/i18n/message-values.ts');
const english = path.join(shared, 'messages/en');

/** Kinds of nodes in compiled messages. */
const SELECT = 1;
const TYPES: Record<number, string> = { 2: 'number', 3: 'number', 4: 'number', 5: 'Date', 6: 'Date' };

/** Adds the names and types of the values in a compiled message, or in one case of a plural or choice. */
function addValues(message: unknown, values: Map<string, string>): void {
  if (!Array.isArray(message)) return;
  for (const node of message) if (Array.isArray(node)) addNode(node, values);
}

function addNode([name, kind, ...rest]: unknown[], values: Map<string, string>): void {
  if (typeof name !== 'string') return;
  if (typeof kind === 'number' && kind !== 0) {
    const cases = typeof rest[0] === 'object' && rest[0] !== null ? rest[0] : {};
    values.set(name, kind === SELECT ? choiceOf(Object.keys(cases)) : (TYPES[kind] ?? 'string'));
    for (const each of Object.values(cases)) addValues(each, values);
  } else if (kind === undefined) {
    if (!values.has(name)) values.set(name, 'string');
  } else {
    values.set(name, 'MessageTag');
    addValues([kind, ...rest], values);
  }
}

/** Returns the type of a choice's value: its cases, or any text if only `other` is left for some. */
const choiceOf = (cases: string[]) =>
  [...cases.filter((each) => each !== 'other').map((each) => `'${each}'`), '(string & {})'].join(' | ');

const features = readdirSync(english)
  .filter((file) => file.endsWith('.json'))
  .map((file) => path.basename(file, '.json'))
  .toSorted();

const valuesOf = features.flatMap((feature) => {
  const messages = JSON.parse(readFileSync(path.join(english, `${feature}.json`), 'utf8')) as CatalogueMessages;
  return Object.entries(compileCatalogue(messages)).flatMap(([key, message]) => {
    const values = new Map<string, string>();
    addValues(message, values);
    if (values.size === 0) return [];
    const fields = [...values].map(([name, type]) => `${name}: ${type}`);
    return [`  '${feature}.${key}': { ${fields.join('; ')} };`];
  });
});

const wanted = `// Written by scripts/message-types.ts.
${features.map((feature) => `import type ${inCamelCase(feature)} from '../../messages/en/${feature}.json';`).join('\n')}

/** A tag in a message, such as \`<link>…</link>\`. */
export interface MessageTag {
  readonly isTag: true;
}

/** The catalogues by feature. */
export interface CataloguesByFeature {
${features.map((feature) => `  '${feature}': typeof ${inCamelCase(feature)};`).join('\n')}
}

/** The values of the messages that have any. */
export interface MessageValues {
${valuesOf.join('\n')}
}
`;

function inCamelCase(feature: string): string {
  return feature.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}

if (!process.argv.includes('--check')) {
  writeFileSync(written, wanted);
} else if (!existsSync(written) || readFileSync(written, 'utf8') !== wanted) {
  process.stderr.write('The types of messages are not current. Run node scripts/message-types.ts.\n');
  process.exitCode = 1;
}
