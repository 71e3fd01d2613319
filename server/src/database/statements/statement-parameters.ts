/** Value of a statement's parameter. JSON is passed as text, absent values as null. */
export type StatementParameterValue =
  | string
  | number
  | boolean
  | Date
  | Buffer
  | null
  | readonly (string | number | Date | Buffer | null)[];

/** Parameters that an SQL text names, computed by the compiler. A text unknown to the compiler allows any names. */
export type ParametersOf<Sql extends string> = string extends Sql
  ? Readonly<Record<string, StatementParameterValue>>
  : [NamesIn<Sql>] extends [never]
    ? Readonly<Record<string, never>>
    : Readonly<Record<NamesIn<Sql>, StatementParameterValue>>;

type NamesIn<Sql extends string, Found extends string = never> = Sql extends `${string}:${infer Rest}`
  ? Rest extends `:${infer Type}`
    ? NamesIn<Type, Found>
    : NamesIn<Rest, Found | Name<Word<Rest>>>
  : Found;

/** A colon not followed by a letter isn't a parameter: slice bounds, or `:=`. */
type Name<Text extends string> = Text extends '' | `${number}` | `=${string}` ? never : Text;

/** Text up to the first character that can't be part of a name. */
type Word<Text extends string> = Before<
  Before<Before<Before<Before<Before<Before<Before<Text, '\n'>, ' '>, ','>, ')'>, ':'>, ']'>, ';'>,
  "'"
>;

type Before<Text extends string, End extends string> = Text extends `${infer Start}${End}${string}` ? Start : Text;

/** Matches neither a cast, `::text`, nor slice bounds, `[1:2]`. */
const NAMED = /(?<!:):([a-z]\w*)/gi;

/** Replaces the names by `$1` and so on. Returns the text for PostgreSQL and the names in order. */
export function toNumberedParameters(sql: string): { text: string; names: string[] } {
  const names: string[] = [];
  const text = sql.replaceAll(NAMED, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}
