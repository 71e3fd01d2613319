import { parseArgs } from 'node:util';
import { AiLanguageTag } from '@training/shared/ai/ai-sources';
import { CONTEXT_WINDOW_TOKENS } from '@training/shared/provider-keys/model-endpoints';
import { AI_PROVIDER_TRAITS, AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';

export const HELP = `npm run evaluate -- --model <provider>:<model> [--model …] --judge <provider>:<model>
    [--second-look <provider>:<model>] [--endpoint URL] [--context-tokens 16384] [--language de] [--sources DIR] [--cards 8] [--questions 8] [--planted 10] [--answers FILE] [--cases]
    [--judge-is-model] [--last FILE] [--ci] [--parallel 4] [--json]
  --model      anthropic, openai, google, azure_openai or openai_compatible, and the model or deployment; more than one
               are compared. Keys are in the environment, as the server has them
  --endpoint   base URL of the models of openai_compatible, such as http://10.0.0.5:11434/v1. Its key, if it needs one, is
               in OPENAI_COMPATIBLE_API_KEY; AI_PRIVATE_TARGETS allows private networks, as for the server
  --context-tokens  size of their context windows
  --judge      a model of another family that judges cards and questions; without one the result is "undecided"
  --judge-is-model  accepts a judge that is the model itself, here or elsewhere; the verdict then says so
  --second-look  a model that checks what the others make; by default each checks its own
  --language   BCP 47: everything is requested in it, not in the language of each source
  --sources    a folder with Markdown or text files; by default thirty short ones of our own
  --cards      of each source, at most 40
  --questions  of each source, at most 20
  --planted    wrong items of each of 33 kinds, at most 40
  --answers    marked answers, as JSON lines (README.md); by default ours
  --cases      also the cases of all features that our tests know
  --last       an earlier result: says what has become better or worse; .data/evaluate.json with --ci
  --ci         ends with 1 if the model is worse than the last result by more than chance, or else stores this one
  --parallel   calls at once, at most 20
  --json       prints the result as JSON
Exit code: 0 good enough, 1 not good enough or worse, 2 undecided, 3 could not begin
`;

/** A model of a provider. Speech models make no cards. */
const NamedModel = z.string().transform((named, context): { provider: AiProvider; model: string; name: string } => {
  const [name = '', ...rest] = named.split(':');
  const { data: provider } = AiProvider.safeParse(name);
  const model = rest.join(':');
  if (provider && model !== '' && AI_PROVIDER_TRAITS[provider].capability === 'generation')
    return { provider, model, name: named };
  context.addIssue({
    code: 'custom',
    message:
      provider && model !== '' ? 'makes no cards' : 'write <provider>:<model>, such as anthropic:claude-opus-5-5',
  });
  return z.NEVER;
});
export type NamedModel = z.infer<typeof NamedModel>;

/** Behind a deployment of Azure's is mostly a model of OpenAI's; behind an endpoint can be any. */
const familyOf = ({ provider }: NamedModel) =>
  provider === 'azure_openai' ? 'openai' : provider === 'openai_compatible' ? undefined : provider;

/** A model's name as other providers have it, too: without its owner, the tags of gateways, and a snapshot's date. */
const bareName = ({ model }: NamedModel) =>
  model
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^[a-z]{1,20}\./, '')
    .replace(/:(?:free|latest|nitro|floor|online)$/, '')
    .replace(/-v\d{1,2}:\d{1,2}$/, '')
    .replace(/[-@](?:\d{8}|\d{4}-\d\d-\d\d|latest)$/, '');

/** Relation of a judge to a model. The same model may have other providers: `openai:x` and `azure_openai:x`. */
export function relationOf(judge: NamedModel, model: NamedModel) {
  if (judge.name === model.name) return 'the model itself' as const;
  if (bareName(judge) === bareName(model)) return 'the same model elsewhere' as const;
  if (familyOf(judge) === undefined || familyOf(model) === undefined) return 'perhaps of the same family' as const;
  return familyOf(judge) === familyOf(model) ? ('of the same family' as const) : ('of another family' as const);
}

const Options = z.strictObject({
  model: z.array(NamedModel).min(1),
  judge: NamedModel.optional(),
  'judge-is-model': z.boolean().default(false),
  'second-look': NamedModel.optional(),
  endpoint: z.string().optional(),
  'context-tokens': z.coerce
    .number()
    .int()
    .min(CONTEXT_WINDOW_TOKENS.least)
    .max(CONTEXT_WINDOW_TOKENS.most)
    .default(CONTEXT_WINDOW_TOKENS.careful),
  language: AiLanguageTag.optional(),
  sources: z.string().optional(),
  cards: z.coerce.number().int().min(1).max(40).default(8),
  questions: z.coerce.number().int().min(1).max(20).default(8),
  planted: z.coerce.number().int().min(1).max(40).default(10),
  answers: z.string().optional(),
  cases: z.boolean().default(false),
  last: z.string().optional(),
  ci: z.boolean().default(false),
  parallel: z.coerce.number().int().min(1).max(20).default(4),
  json: z.boolean().default(false),
});
export type Options = z.infer<typeof Options>;

/** Options without a value. */
const FLAGS = new Set(['judge-is-model', 'cases', 'ci', 'json']);

/** @throws Error in words */
export function readOptions(args: readonly string[]): Options {
  const options = Object.keys(Options.shape).map((name) => {
    const type = FLAGS.has(name) ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: name === 'model' }] as const;
  });
  const { values } = parseArgs({ args: [...args], options: Object.fromEntries(options) });
  const { data, error } = Options.safeParse({ ...values });
  if (data) return data;
  throw new Error(
    error.issues
      .map(({ path: [name], message }) => (name === undefined ? message : `--${String(name)}: ${message}`))
      .join('\n'),
  );
}
