/**
 * Finds the objects of the list `list`, which stands at the top of a JSON object, in a text that comes in pieces: what
 * it gives back takes the next piece and answers the objects that have become whole with it. What is no such text has
 * none; whoever wants to know reads the whole once it has come.
 */
export function wholeItems(list: string): (piece: string) => unknown[] {
  /** How many braces and brackets are open. */
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  /** The last text at the top, which is a name where a colon follows; with its quotation marks. */
  let name = '';
  let isNamed = false;
  let isInList = false;
  let item = '';

  /** The item that ends with `char`, if one does. */
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
      const ended = follow(char);
      const isInItem = isInList && depth > 2;
      if (isInItem) item += char;
      if (ended !== undefined) found.push(...parsed(`${ended}}`));
      if (!isInItem) item = '';
    }
    return found;
  };
}

function parsed(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return [];
  }
}
