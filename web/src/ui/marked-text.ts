/** A part of a drawn text, as rehype has it. */
interface Node {
  type: string;
  value?: string;
  tagName?: string;
  properties?: object;
  children?: Node[];
}

/** Changes a text when it has been read and before it is drawn. */
export type TreeChange = (tree: Node) => void;

/** A stretch of the words of a text, without what formats them. */
export interface Stretch {
  value: string;
  isMarked: boolean;
}

/** Puts `tagName` around the stretches of a text that are marked; all of them together are its words. */
export function marking(stretches: Stretch[], tagName: 'ins' | 'del'): TreeChange {
  return (tree) => {
    const left = stretches.map((stretch) => ({ ...stretch }));
    const take = (value: string): Node[] => {
      const parts: Node[] = [];
      for (let rest = value; rest !== '';) {
        const [next] = left;
        const length = Math.min(next?.value.length ?? rest.length, rest.length);
        const words: Node = { type: 'text', value: rest.slice(0, length) };
        const isMarked = next?.isMarked === true && rest.slice(0, length).trim() !== '';
        parts.push(isMarked ? { type: 'element', tagName, properties: {}, children: [words] } : words);
        rest = rest.slice(length);
        if (next === undefined) continue;
        next.value = next.value.slice(length);
        if (next.value === '') left.shift();
      }
      return parts;
    };
    const walk = (node: Node) => {
      node.children = node.children?.flatMap((child) => {
        if (child.type === 'text') return take(child.value ?? '');
        walk(child);
        return child;
      });
    };
    walk(tree);
  };
}

/** Keeps the words of a text. */
export function collecting(words: string[]): TreeChange {
  return function walk(node) {
    if (node.type === 'text') words.push(node.value ?? '');
    for (const child of node.children ?? []) walk(child);
  };
}
