import type { CatalogueName, MessageKey, Translator, MessageArgumentsOf } from '@training/shared/i18n/translator';
import { createElement, Fragment, type ReactNode } from 'react';
import { translatorWithoutReactOf } from './catalogues.ts';

type ConsoleTranslator<F extends CatalogueName> = Translator<F> & {
  /** Returns a message with tags as a node. */
  nodes: <K extends MessageKey<F>>(key: K, ...values: MessageArgumentsOf<F, K, ReactNode>) => ReactNode;
};

/**
 * Returns the translator of a feature, and begins to load its catalogue. A module gets it when it is evaluated and uses
 * it later: each `import()` is passed to `loadWithCatalogues`.
 */
export function translatorOf<F extends CatalogueName>(feature: F): ConsoleTranslator<F> {
  const translator = translatorWithoutReactOf(feature);
  return Object.assign(translator, {
    nodes: <K extends MessageKey<F>>(key: K, ...values: MessageArgumentsOf<F, K, ReactNode>) =>
      createElement(Fragment, null, ...translator.parts<ReactNode, K>(key, ...values)),
  });
}
