type Change = { operator: string; at: number; length: number; replacement: string };

const STATEMENT = /\b(?:select|insert|update|delete|where|and|order by)\b/;

/** What is replaced in SQL, wherever it occurs. */
const CHANGES: [operator: string, pattern: RegExp, replacement: (found: string) => string][] = [
  ['drop the workspace', /\b(?:\w+\.)?workspace_id = (?:\$\d|:\w+)/g, () => 'true'],
  ['drop a lock', /\bfor (?:no key update|update|key share|share)(?: of \w+)?/g, () => ''],
  [
    'drop a condition',
    /\b(?:and|where) (?:[\w.]+ (?:=|<>|<=|>=|<|>) (?:'\w+'|[$:\w.]+)|[\w.]+ is (?:not )?null|(?:not )?\w+\.?is_\w+)/g,
    (found) => `${found.split(' ')[0] ?? ''} true`,
  ],
  ['flip a comparison', / (?:<=|>=|<>|<|>) /g, (found) => OPPOSITES[found.trim()] ?? found],
  ['flip a comparison', /\bis (?:not )?null\b/g, (found) => (found === 'is null' ? 'is not null' : 'is null')],
  ['drop a negation', /\bnot exists\b/g, () => 'exists'],
];

const OPPOSITES: Record<string, string> = { '<=': ' < ', '>=': ' > ', '<': ' <= ', '>': ' >= ', '<>': ' = ' };

/** The changes of a text, if it is a piece of SQL. */
export function mutateSql(text: string): Change[] {
  if (!STATEMENT.test(text) || !/[=<>]|\bis\b|\bfor\b/.test(text)) return [];
  return CHANGES.flatMap(([operator, pattern, replace]) =>
    [...text.matchAll(pattern)].map((match) => {
      return { operator, at: match.index, length: match[0].length, replacement: replace(match[0]) };
    }),
  );
}
