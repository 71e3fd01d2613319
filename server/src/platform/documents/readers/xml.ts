import { SaxesParser } from 'saxes';

export type XmlStartTag = {
  /** Without its prefix. */
  name: string;
  /** Attributes by their names as written, with prefixes. */
  attributes: Record<string, string>;
};

type XmlHandler = {
  open?: (element: XmlStartTag) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML from its beginning to its end without building a tree. Entities other than XML's own are an error.
 * @throws Error if it isn't well-formed
 */
export function parseXmlWithHandlers(part: Buffer, { open, close, text }: XmlHandler): void {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => open?.({ name: localName(name), attributes }));
  parser.on('closetag', ({ name }) => close?.(localName(name)));
  for (const event of ['text', 'cdata'] as const) parser.on(event, (data) => text?.(data));
  parser.write(part.toString('utf8')).close();
}

/** Returns an attribute whose prefix authors may choose, such as `r:id`. */
export function findPrefixedAttribute({ attributes }: XmlStartTag, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => key.includes(':') && localName(key) === name)?.[1];
}

/** Relation of a part of an Office document to another part. */
type Relation = { id: string; type: string; part: string };

/** Returns the relations of a part, of those that lie in the same archive. */
export function relationsOfPackagePart(parts: ReadonlyMap<string, Buffer>, name: string): Relation[] {
  const slash = name.lastIndexOf('/') + 1;
  const content = parts.get(`${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`);
  const relations: Relation[] = [];
  if (!content) return relations;
  parseXmlWithHandlers(content, {
    open({ name: element, attributes: { Id = '', Type = '', Target = '', TargetMode } }) {
      if (element !== 'Relationship' || TargetMode === 'External') return;
      const { pathname } = new URL(Target, `file:///${name}`);
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: pathname.slice(1) });
    },
  });
  return relations;
}
