/** A node of the syntax tree, as far as the operators look at it. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && 'start' in value && typeof value.type === 'string'
  );
}

/** The nodes directly below. */
export function children(node: object): Node[] {
  return Object.values(node)
    .flatMap((value: unknown): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}
