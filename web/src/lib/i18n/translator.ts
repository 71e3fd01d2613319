import {
  createTranslator,
  type Feature,
  type MessageKey,
  type Translator,
  type ValuesOf,
} from '@training/shared/i18n/translator';
import { createElement, Fragment, type ReactNode } from 'react';
import { catalogueOf, wantCatalogue } from './catalogues.ts';
import { locale } from './language.ts';

type ConsoleTranslator<F extends Feature> = Translator<F> & {
  /** Returns a message with tags as a node. */
  nodes: <K extends MessageKey<F>>(key: K, ...values: ValuesOf<F, K, ReactNode>) => ReactNode;
};

/**
 * Returns the translator of a feature, and begins to load its catalogue. A module gets it when it is evaluated and uses
 * it later: each `import()` is passed to `withCatalogues`.
 */
export function translatorOf<F extends Feature>(feature: F): ConsoleTranslator<F> {
  wantCatalogue(feature);
  const translator = createTranslator(feature, () => ({ language: locale, catalogue: catalogueOf(feature) }));
  return Object.assign(translator, {
    nodes: <K extends MessageKey<F>>(key: K, ...values: ValuesOf<F, K, ReactNode>) =>
      createElement(Fragment, null, ...translator.parts<ReactNode, K>(key, ...values)),
  });
}
