import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DCLinter } from 'dclint';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../src/core/config.ts';
import { KEYRING } from '../server.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '../../..');
const FOLDER = path.join(CHECKOUT, 'docs/operate/container');
const COMPOSE = path.join(FOLDER, 'compose.yaml');
const read = (file: string) => readFileSync(path.join(CHECKOUT, file), 'utf8');

const Values = z.record(z.string(), z.string());
const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      security_opt: z.tuple([z.literal('no-new-privileges:true')]),
      environment: Values.default({}),
      volumes: z.array(z.string()).default([]),
      ports: z.array(z.string().startsWith('127.0.0.1:')).default([]),
    }),
  ),
});
const compose = () => Compose.parse(parse(readFileSync(COMPOSE, 'utf8'), { merge: true }));

const Labels = Values;
const PodTemplate = z.object({
  metadata: z.object({ labels: Labels }),
  spec: z.object({
    automountServiceAccountToken: z.literal(false),
    securityContext: z.object({ runAsNonRoot: z.literal(true) }),
    containers: z.tuple([
      z.looseObject({
        image: z.string(),
        securityContext: z.object({
          allowPrivilegeEscalation: z.literal(false),
          readOnlyRootFilesystem: z.literal(true),
        }),
      }),
    ]),
  }),
});
const Manifest = z.looseObject({ apiVersion: z.string(), kind: z.string(), metadata: z.object({ name: z.string() }) });

const manifests = globSync('kubernetes/*.yaml', { cwd: FOLDER })
  .flatMap((file) => parseAllDocuments(readFileSync(path.join(FOLDER, file), 'utf8')))
  .map((document) => Manifest.parse(document.toJS()));
const ofKind = (kind: string) => {
  const found = manifests.find((each) => each.kind === kind);
  if (!found) throw new Error(`there is no ${kind}`);
  return found;
};
const podsOf = (kind: string) =>
  z.object({ spec: z.object({ template: PodTemplate }) }).parse(ofKind(kind)).spec.template;

test('the linter of Compose files, which has their JSON schema, finds nothing in ours', () => {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  expect(linter.lintFiles([COMPOSE], false).flatMap(({ messages }: { messages: object[] }) => messages)).toEqual([]);
});

test.each(manifests)('$kind $metadata.name follows the JSON schema of Kubernetes', async (manifest) => {
  const model = `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`;
  const models: Record<string, new (data: object) => { validate(): void }> = await import(/* @vite-ignore */ model);
  const Model = models[manifest.kind]!;
  expect(() => new Model(manifest).validate()).not.toThrow();
  expect(() => new Model({ ...manifest, metadata: { name: 1 } }).validate()).toThrow('name must be string');
});

test('no manifest has a field that Kubernetes does not know, which its schema allows', () => {
  const declared = (manifest: object, type: string, place: string) =>
    `import type { I${type} } from 'kubernetes-models/${place}';\nexport const manifest: I${type} = ${JSON.stringify(manifest)};\n`;
  const files = manifests.map((each) => declared(each, each.kind, `${each.apiVersion}/${each.kind}`));
  const misspelt = { apiVersion: 'v1', kind: 'Service', spec: { selectr: {} } };
  const names = [...files, declared(misspelt, 'Service', 'v1/Service')].map((text, index) => {
    // Beside the types that it imports.
    const file = path.join(CHECKOUT, `server/node_modules/.manifest-${process.pid}-${index}.ts`);
    onTestFinished(() => rmSync(file));
    writeFileSync(file, text);
    return file;
  });
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--types',
    '',
    '--module',
    'nodenext',
    '--target',
    'esnext',
  ];
  const tsc = path.join(CHECKOUT, 'node_modules/.bin/tsc');
  const { stdout } = spawnSync(tsc, [...options, ...names], { cwd: CHECKOUT, encoding: 'utf8' });
  const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
  expect(errors).toEqual([expect.stringContaining('\'"selectr"\' does not exist')]);
});

test('services and pods are confined, and run the image of this release', () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')));
  const image = `localhost/training:${version}`;
  expect(compose().services['server']?.image).toBe(image);
  for (const kind of ['Deployment', 'Job']) expect(podsOf(kind).spec.containers[0].image).toBe(image);
  expect(read('docs/operate/container.md')).toContain(`--tag ${image} `);
});

test('pods start only with a storage and a keyring that they share; the one container of Compose keeps its own', () => {
  const Needs = z.object({
    env: z.array(z.object({ valueFrom: z.object({ secretKeyRef: z.object({ key: z.string() }) }) })),
  });
  const { env } = Needs.parse(podsOf('Deployment').spec.containers[0]);
  const { stringData } = z.object({ stringData: Values }).parse(ofKind('Secret'));
  for (const key of ['ENCRYPTION_KEYS', 'STORAGE_URL']) {
    expect(env.map(({ valueFrom }) => valueFrom.secretKeyRef.key)).toContain(key);
    expect(stringData).toHaveProperty(key);
  }
  expect(compose().services['server']?.volumes).toEqual(['files:/var/lib/training']);
});

test('the service, its budget and the policy of its network select the pods of the server', () => {
  const { labels } = podsOf('Deployment').metadata;
  const Selecting = z.object({ spec: z.object({ selector: Labels }) });
  const Matching = z.object({ spec: z.object({ selector: z.object({ matchLabels: Labels }) }) });
  const Policy = z.object({ spec: z.object({ podSelector: z.object({ matchLabels: Labels }) }) });
  expect(Selecting.parse(ofKind('Service')).spec.selector).toEqual(labels);
  expect(Matching.parse(ofKind('PodDisruptionBudget')).spec.selector.matchLabels).toEqual(labels);
  expect(Matching.parse(ofKind('Deployment')).spec.selector.matchLabels).toEqual(labels);
  for (const pods of [labels, podsOf('Job').metadata.labels]) {
    expect(pods).toMatchObject(Policy.parse(ofKind('NetworkPolicy')).spec.podSelector.matchLabels);
  }
});

test('the server takes the settings of Kubernetes once the example’s secrets are replaced', () => {
  const { stringData } = z.object({ stringData: Values }).parse(ofKind('Secret'));
  const { data } = z.object({ data: Values }).parse(ofKind('ConfigMap'));
  expect(() => readConfig({ ...data, ...stringData, METRICS_TOKEN: '' })).toThrow('ENCRYPTION_KEYS');
  expect(() => readConfig({ ...data, ...stringData, ...KEYRING })).toThrow('METRICS_TOKEN');
  expect(readConfig({ ...data, ...stringData, ...KEYRING, METRICS_TOKEN: 'a'.repeat(16) }).misspelt).toEqual([]);
});

test('the server takes the settings of Compose', () => {
  const given = { POSTGRES_PASSWORD: 'secret', ...KEYRING };
  const environment = Object.entries(compose().services['server']?.environment ?? {}).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+):[-?]([^}]*)\}/g, (_, variable: string, other: string) =>
      String(new Map(Object.entries(given)).get(variable) ?? other),
    ),
  ]);
  const config = readConfig(Object.fromEntries(environment));
  expect(config).toMatchObject({
    misspelt: [],
    publicUrl: 'http://127.0.0.1:3000',
    mail: { smtpUrl: 'smtp://mail:1025' },
  });
  expect(config.databaseUrl).toBe('postgresql://training:secret@postgres/training');
});
