import { parseJson } from '../../platform/json-values.ts';

/** Maximum objects that are read of a list: far more than a call asks for, but a hostile answer has millions. */
const MOST_ITEMS = 1_000;
/** Maximum values of one object. */
const MOST_VALUES = 1_000;

/**
 * Finds the objects of the top-level list `list` in JSON text that arrives in pieces. The returned function takes the
 * next piece and returns the objects it completes, 1,000 in all. Other text yields nothing; validate the whole text at
 * the end.
 */
export function wholeItems(list: string): (piece: string) => unknown[] {
  /** Number of open braces and brackets. */
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** Last top-level string with its quotation marks; it is a name if a colon follows. */
  let name = '';
  let isNamed = false;
  let isInList = false;
  let item = '';
  let count = 0;

  /** Processes one character and returns the item that ends with it, if any. */
  function follow(char: string): string | undefined {
    if (isInText) {
      if (depth === 1) name += char;
      if (isEscaped) isEscaped = false;
      else if (char === '\\') isEscaped = true;
      else if (char === '"') isInText = false;
      return undefined;
    }
    if (char === '"' && depth > 0) {
      isInText = true;
      if (depth === 1) name = char;
    } else if (char === ':' && depth === 1) {
      isNamed = name === JSON.stringify(list);
    } else if (char === '{' || char === '[') {
      depth++;
      if (depth === 2) isInList = isNamed && char === '[';
    } else if (char === '}' || char === ']') {
      depth--;
      return depth === 2 && isInList && char === '}' ? item : undefined;
    }
    return undefined;
  }

  return (piece) => {
    const found: unknown[] = [];
    for (const char of piece) {
      if (count >= MOST_ITEMS) break;
      const ended = follow(char);
      const isInItem = isInList && depth > 2;
      if (isInItem) item += char;
      if (ended !== undefined) {
        count++;
        const read = parseJson(Buffer.from(`${ended}}`), MOST_VALUES);
        if (read !== undefined) found.push(read);
      }
      if (!isInItem) item = '';
    }
    return found;
  };
}
