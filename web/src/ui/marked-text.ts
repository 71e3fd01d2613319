import type { Element, Root } from 'hast';

/** Modifies a parsed text before it is rendered. */
export type HtmlTreeTransform = (tree: Root) => void;

/** A range of a text's words, without formatting. */
interface Stretch {
  value: string;
  isMarked: boolean;
}

/**
 * Returns a function that wraps the marked ranges of a parsed text in `tagName`. All ranges together must be the text's
 * words.
 */
export function createWordMarkingTransform(stretches: Stretch[], tagName: 'ins' | 'del'): HtmlTreeTransform {
  return (tree) => {
    const left = stretches.map((stretch) => ({ ...stretch }));
    const take = (value: string): Element['children'] => {
      const parts: Element['children'] = [];
      for (let rest = value; rest !== '';) {
        const [next] = left;
        const length = Math.min(next?.value.length ?? rest.length, rest.length);
        const words = { type: 'text' as const, value: rest.slice(0, length) };
        const isMarked = next?.isMarked === true && words.value.trim() !== '';
        parts.push(isMarked ? { type: 'element', tagName, properties: {}, children: [words] } : words);
        rest = rest.slice(length);
        if (next === undefined) continue;
        next.value = next.value.slice(length);
        if (next.value === '') left.shift();
      }
      return parts;
    };
    const walk = (parent: Root | Element) => {
      parent.children = parent.children.flatMap((node) => {
        if (isText(node)) return take(node.value);
        if (node.type === 'element') walk(node);
        return node.type === 'doctype' ? [] : [node];
      });
    };
    walk(tree);
  };
}

/** Returns a function that adds the words of a parsed text to `words`. */
export function createWordCollectingTransform(words: string[]): HtmlTreeTransform {
  return function walk({ children }: Root | Element) {
    for (const node of children) {
      if (isText(node)) words.push(node.value);
      else if (node.type === 'element') walk(node);
    }
  };
}

/** HTML, which the parser leaves as a `raw` node, is shown as text. */
const isText = (node: Root['children'][number]) => node.type === 'text' || node.type === 'raw';
