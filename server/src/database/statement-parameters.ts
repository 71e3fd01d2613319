/** What a statement takes for a parameter. JSON is given as its text, and what is absent as null. */
export type Parameter =
  | string
  | number
  | boolean
  | Date
  | Buffer
  | null
  | readonly (string | number | Date | Buffer | null)[];

/** The parameters that a text names, as the compiler reads them. A text that it does not know allows any name. */
export type ParametersOf<Sql extends string> = string extends Sql
  ? Readonly<Record<string, Parameter>>
  : [NamesIn<Sql>] extends [never]
    ? Readonly<Record<string, never>>
    : Readonly<Record<NamesIn<Sql>, Parameter>>;

type NamesIn<Sql extends string, Found extends string = never> = Sql extends `${string}:${infer Rest}`
  ? Rest extends `:${infer Type}`
    ? NamesIn<Type, Found>
    : NamesIn<Rest, Found | Name<Word<Rest>>>
  : Found;

/** A colon that no letter follows belongs to something else: the bounds of a slice, or `:=`. */
type Name<Text extends string> = Text extends '' | `${number}` | `=${string}` ? never : Text;

/** Up to the first character that no name has. */
type Word<Text extends string> = Before<
  Before<Before<Before<Before<Before<Before<Before<Text, '\n'>, ' '>, ','>, ')'>, ':'>, ']'>, ';'>,
  "'"
>;

type Before<Text extends string, End extends string> = Text extends `${infer Start}${End}${string}` ? Start : Text;

/** Neither a cast, `::text`, nor the bounds of a slice, `[1:2]`. */
const NAMED = /(?<!:):([a-z]\w*)/gi;

/** The text as PostgreSQL takes it, with `$1` for the first name and so on, and the names in that order. */
export function numbered(sql: string): { text: string; names: string[] } {
  const names: string[] = [];
  const text = sql.replaceAll(NAMED, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}
