import {
  type CompiledCatalogue,
  createTranslator,
  type CatalogueName,
  type Translator,
} from '@training/shared/i18n/translator';
import { language, locale } from './language.ts';

const files = import.meta.glob<CompiledCatalogue>(
  [
    '../../../../shared/messages/*/*.json',
    '!../../../../shared/messages/*/mail.json',
    '!../../../../shared/messages/*/certificate.json',
    '!../../../../shared/messages/*/qti.json',
  ],
  {
    import: 'default',
  },
);

const fileOf = (of: string, feature: CatalogueName) => files[`../../../../shared/messages/${of}/${feature}.json`];

const loaded = new Map<CatalogueName, CompiledCatalogue>();
const loading = new Map<CatalogueName, Promise<void>>();
const wanted = new Set<CatalogueName>();

/**
 * Returns the translator of a feature, and begins to load its catalogue, which is empty until then. Without React, for
 * what loads before it; other modules take `translatorOf`.
 */
export function translatorWithoutReactOf<F extends CatalogueName>(feature: F): Translator<F> {
  wanted.add(feature);
  void load(feature).catch(() => undefined);
  return createTranslator(feature, () => ({ language: locale, catalogue: loaded.get(feature) ?? {} }));
}

function load(feature: CatalogueName): Promise<void> {
  const known = loading.get(feature);
  if (known) return known;
  const file = fileOf(language, feature) ?? fileOf('en', feature);
  const begun = (async () => {
    if (file !== undefined) loaded.set(feature, await file());
  })();
  loading.set(feature, begun);
  // A later try begins anew.
  begun.catch(() => loading.delete(feature));
  return begun;
}

/** Returns loaded code once its catalogues are there, too. @throws if a file can't be loaded */
export async function loadWithCatalogues<Code>(code: Promise<Code>): Promise<Code> {
  const loadedCode = await code;
  await loadCatalogues();
  return loadedCode;
}

/** Loads the catalogues of all modules that have been evaluated. @throws if one can't be loaded */
export async function loadCatalogues(): Promise<void> {
  await Promise.all([...wanted].filter((feature) => !loaded.has(feature)).map(load));
}
