import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format';
import type { CataloguesByFeature, MessageValues, MessageTag } from './message-values.ts';

/** A part of the product with a catalogue of its own: `shared/messages/<language>/<feature>.json`. */
export type CatalogueName = keyof CataloguesByFeature;
export type MessageKey<F extends CatalogueName> = keyof CataloguesByFeature[F] & string;

/** The compiled messages of one feature in one language, by key. */
export type CompiledCatalogue = Readonly<Record<string, CompiledMessage>>;

type AllValues<F extends CatalogueName, K extends MessageKey<F>> = `${F}.${K}` extends keyof MessageValues
  ? MessageValues[`${F}.${K}`]
  : object;
type ValuesWith<F extends CatalogueName, K extends MessageKey<F>, Node> = {
  [Name in keyof AllValues<F, K>]: AllValues<F, K>[Name] extends MessageTag
    ? (chunks: (string | Node)[]) => Node
    : AllValues<F, K>[Name];
};
/** The values that a message needs: none, or an object. */
export type MessageArgumentsOf<F extends CatalogueName, K extends MessageKey<F>, Node> = keyof AllValues<
  F,
  K
> extends never
  ? []
  : [values: ValuesWith<F, K, Node>];

/** Keys of messages without tags. */
type PlainKey<F extends CatalogueName> = {
  [K in MessageKey<F>]: MessageTag extends AllValues<F, K>[keyof AllValues<F, K>] ? never : K;
}[MessageKey<F>];

/** Keys of messages without values. */
type BareKey<F extends CatalogueName> = {
  [K in MessageKey<F>]: keyof AllValues<F, K> extends never ? K : never;
}[MessageKey<F>];

export interface Translator<F extends CatalogueName> {
  /** Returns a message in the language, with its values. */
  <K extends PlainKey<F>>(key: K, ...values: MessageArgumentsOf<F, K, never>): string;
  /** Returns the parts of a message with tags, of which each tag's function makes a `Node`. */
  parts: <Node, K extends MessageKey<F>>(key: K, ...values: MessageArgumentsOf<F, K, Node>) => (string | Node)[];
  /** Returns true if the catalogue has a message by this name. Pass no name of a message with values. */
  has: (key: string) => key is BareKey<F>;
}

/** Returns a formatter from a cache: making one takes far longer than using it. */
function cached<Options, Formatter>(create: new (language: string, options?: Options) => Formatter) {
  const known = new Map<string, Formatter>();
  return (language: unknown, options?: Options): Formatter => {
    const key = `${String(language)} ${JSON.stringify(options ?? {})}`;
    let formatter = known.get(key);
    if (formatter === undefined) known.set(key, (formatter = new create(String(language), options)));
    return formatter;
  };
}

const formatters = {
  getDateTimeFormat: cached(Intl.DateTimeFormat),
  getNumberFormat: cached(Intl.NumberFormat),
  getPluralRules: cached(Intl.PluralRules),
};

/**
 * Returns the translator of a feature. `read` returns its catalogue, and is called for each message.
 * @throws Error of the translator if the catalogue lacks the key
 */
export function createTranslator<F extends CatalogueName>(
  feature: F,
  read: () => { language: string; catalogue: CompiledCatalogue },
): Translator<F> {
  function partsOf<Node>(key: string, values?: FormatValues<Node>): (string | Node)[] {
    const { language, catalogue } = read();
    const message = catalogue[key];
    if (message === undefined) throw new Error(`There is no message ${feature}.${key} in ${language}`);
    const formatted = format<Node>(message, language, values, { formatters });
    return Array.isArray(formatted) ? formatted : [formatted];
  }
  return Object.assign((key: string, values?: FormatValues<never>) => partsOf<never>(key, values).join(''), {
    parts: partsOf,
    has: (key: string): key is BareKey<F> => Object.hasOwn(read().catalogue, key),
  }) as Translator<F>;
}
