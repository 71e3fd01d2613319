import {
  type Catalogue,
  createTranslator,
  type Feature,
  type MessageKey,
  type Translator,
  type ValuesOf,
} from '@training/shared/i18n/translator';
import { createElement, Fragment, type ReactNode } from 'react';
import { language, locale } from './language.ts';

const files = import.meta.glob<Catalogue>('../../../../shared/messages/*/*.json', { import: 'default' });

const loaded = new Map<Feature, Catalogue>();
const loading = new Map<Feature, Promise<void>>();

function load(feature: Feature): Promise<void> {
  const known = loading.get(feature);
  if (known) return known;
  const file = files[`../../../../shared/messages/${language}/${feature}.json`];
  const begun = (async () => {
    if (file !== undefined) loaded.set(feature, await file());
  })();
  loading.set(feature, begun);
  // A later try begins anew.
  begun.catch(() => loading.delete(feature));
  return begun;
}

const wanted = new Set<Feature>();

type ConsoleTranslator<F extends Feature> = Translator<F> & {
  /** Returns a message with tags as a node. */
  nodes: <K extends MessageKey<F>>(key: K, ...values: ValuesOf<F, K, ReactNode>) => ReactNode;
};

/**
 * Returns the translator of a feature, and begins to load its catalogue. A module gets it when it is evaluated and uses
 * it later: each `import()` is passed to `withCatalogues`.
 */
export function translatorOf<F extends Feature>(feature: F): ConsoleTranslator<F> {
  wanted.add(feature);
  void load(feature).catch(() => undefined);
  const translator = createTranslator(feature, () => ({ language: locale, catalogue: loaded.get(feature) ?? {} }));
  return Object.assign(translator, {
    nodes: <K extends MessageKey<F>>(key: K, ...values: ValuesOf<F, K, ReactNode>) =>
      createElement(Fragment, null, ...translator.parts<ReactNode, K>(key, ...values)),
  });
}

/** Returns loaded code once its catalogues are there, too. @throws if a file can't be loaded */
export async function withCatalogues<Code>(code: Promise<Code>): Promise<Code> {
  const loadedCode = await code;
  await loadCatalogues();
  return loadedCode;
}

/** Loads the catalogues of all modules that have been evaluated. @throws if one can't be loaded */
export async function loadCatalogues(): Promise<void> {
  await Promise.all([...wanted].filter((feature) => !loaded.has(feature)).map(load));
}
