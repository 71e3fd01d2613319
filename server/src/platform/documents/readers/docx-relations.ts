/** Relationships that a part of a Word document may lack. No document of people has more. */
const MOST = 1_000;

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';
const PREFIX = /xmlns:([\w.-]{1,40})="[^"<]{0,100}officeDocument[^"<]{0,20}relationships"/g;
const USE = /([\w.-]{1,40}):(?:embed|link|id)="([^"<]{1,200})"/g;
const ID = /\sId="([^"<]{1,200})"/g;

/**
 * Adds the relationships that a Word document uses but lacks, with targets that don't exist, because the converter
 * gives up the whole document for one. What uses them is then missing alone.
 */
export function completeRelations(parts: Map<string, Buffer>): void {
  for (const [name, content] of parts) {
    const place = /^word\/([^/]{1,100})\.xml$/i.exec(name);
    if (!place) continue;
    const file = `word/_rels/${name.slice('word/'.length)}.rels`;
    const relations = parts.get(file)?.toString('utf8') ?? '';
    const known = new Set(Array.from(relations.matchAll(ID), ([, id]) => id));
    const lacking = [...usedIn(content.toString('utf8'))].filter((id) => !known.has(id)).slice(0, MOST);
    if (lacking.length > 0) parts.set(file, Buffer.from(withRelations(relations, lacking)));
  }
}

function usedIn(xml: string): Set<string> {
  const prefixes = new Set(Array.from(xml.matchAll(PREFIX), ([, prefix]) => prefix));
  const used = new Set<string>();
  for (const [, prefix, id = ''] of xml.matchAll(USE)) if (prefixes.has(prefix)) used.add(id);
  return used;
}

function withRelations(relations: string, ids: readonly string[]): string {
  const added = ids.map((id) => `<Relationship xmlns="${PACKAGE}" Id="${id}" Target="none" Type="none"/>`).join('');
  const end = relations.lastIndexOf('</');
  return end < 0
    ? `<Relationships xmlns="${PACKAGE}">${added}</Relationships>`
    : relations.slice(0, end) + added + relations.slice(end);
}

const NOTE = /<w:(foot|end)noteReference (?:[^<>"]{0,40}"[^"<]{0,40}"){1,8} ?\/>/g;
const NOTE_ID = /\sw:id="([^"<]{1,40})"/g;

/** Removes references to notes that a Word document lacks, because the converter gives the whole up for one. */
export function removeLostNotes(parts: Map<string, Buffer>): void {
  const idsOf = (xml: string) => new Set(Array.from(xml.matchAll(NOTE_ID), ([, id]) => id));
  const notes = (kind: string) => idsOf(parts.get(`word/${kind}notes.xml`)?.toString('utf8') ?? '');
  const known = new Map(['foot', 'end'].map((kind) => [kind, notes(kind)]));
  for (const [name, content] of parts) {
    if (!/^word\/[^/]{1,100}\.xml$/i.test(name) || !content.includes('noteReference')) continue;
    const left = content.toString('utf8').replace(NOTE, (reference, kind: string) => {
      const [id] = idsOf(reference);
      return id === undefined || known.get(kind)?.has(id) ? reference : '';
    });
    parts.set(name, Buffer.from(left));
  }
}
