/** Fields of an answer that were asked for: Google's `fields`, as in `files(id,capabilities/canDownload)`. */
export type Mask = Map<string, Mask | undefined>;

/** @throws Error that says what is wrong with it. */
export function parseMask(text: string): Mask {
  const tokens = text.match(/[(),/]|[^(),/]+/g) ?? [];
  let at = 0;

  function fields(): Mask {
    const mask: Mask = new Map();
    do field(mask);
    while (tokens[at] === ',' && ++at);
    return mask;
  }

  function field(into: Mask): void {
    const name = tokens[at++] ?? '';
    if (!/^(?:[A-Za-z][A-Za-z0-9]*|\*)$/.test(name)) throw new Error(`Invalid field selection ${name}`);
    let below: Mask | undefined;
    if (tokens[at] === '/') {
      at++;
      below = new Map();
      field(below);
    } else if (tokens[at] === '(') {
      at++;
      below = fields();
      if (tokens[at++] !== ')') throw new Error(`Invalid field selection ${text}`);
    }
    const before = into.get(name);
    into.set(name, before && below ? new Map([...before, ...below]) : below);
  }

  const mask = fields();
  if (at < tokens.length) throw new Error(`Invalid field selection ${text}`);
  return mask;
}

/** Returns the fields of a value that were asked for. */
export function masked(value: unknown, mask: Mask): unknown {
  if (mask.has('*')) return value;
  if (Array.isArray(value)) return value.map((each) => masked(each, mask));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (!mask.has(name)) return [];
    const below = mask.get(name);
    return [[name, below ? masked(inner, below) : inner]];
  });
  return Object.fromEntries(kept);
}

/** Its fields one by one, as `files/id`. */
export function leavesOf(mask: Mask): string[] {
  return [...mask].flatMap(([name, below]) => (below ? leavesOf(below).map((leaf) => `${name}/${leaf}`) : [name]));
}
