import type { TextNode, Tree, TreeNode } from '../../lib/markdown/markdown-tree.ts';

/** Modifies a parsed text before it is rendered. */
export type TreeChange = (tree: Tree) => void;

/** A range of a text's words, without formatting. */
export interface Stretch {
  value: string;
  isMarked: boolean;
}

/** Wraps the marked ranges of a text in `tagName`. All ranges together must be the text's words. */
export function marking(stretches: Stretch[], tagName: 'ins' | 'del'): TreeChange {
  return (tree) => {
    const left = stretches.map((stretch) => ({ ...stretch }));
    const take = (value: string): TreeNode[] => {
      const parts: TreeNode[] = [];
      for (let rest = value; rest !== '';) {
        const [next] = left;
        const length = Math.min(next?.value.length ?? rest.length, rest.length);
        const words: TextNode = { type: 'text', value: rest.slice(0, length) };
        const isMarked = next?.isMarked === true && rest.slice(0, length).trim() !== '';
        parts.push(isMarked ? { type: 'element', tagName, properties: {}, children: [words] } : words);
        rest = rest.slice(length);
        if (next === undefined) continue;
        next.value = next.value.slice(length);
        if (next.value === '') left.shift();
      }
      return parts;
    };
    const walk = (parent: Tree) => {
      parent.children = parent.children.flatMap((node) => {
        if (node.type === 'text') return take(node.value);
        walk(node);
        return node;
      });
    };
    walk(tree);
  };
}

/** Collects the words of a text. */
export function collecting(words: string[]): TreeChange {
  return function walk({ children }) {
    for (const node of children) {
      if (node.type === 'text') words.push(node.value);
      else walk(node);
    }
  };
}
