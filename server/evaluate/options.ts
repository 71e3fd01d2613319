import { parseArgs } from 'node:util';
import { Language } from '@training/shared/ai/ai-sources';
import { PROVIDERS, Provider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';

export const HELP = `npm run evaluate -- --provider <provider> --model <model> [--language de] [--sources DIR]
    [--cards 8] [--questions 8] [--judge-provider <provider> --judge-model <model>] [--cases] [--baseline FILE] [--json]
  --provider   anthropic, openai, google or azure_openai; its key is in the environment, as the server has it
  --model      the model, or the deployment
  --language   BCP 47: all is asked for in it, and not in the language of each source
  --sources    a folder with Markdown or text files; three short ones of our own where it is left out
  --cards      so many of each source, at most 40
  --questions  so many of each source, at most 20
  --judge-…    a model of another family that looks at the questions; nothing is judged where it is left out
  --cases      also the cases of all features that our tests know: other languages, orders in the text, hardly any text
  --baseline   what --json printed before: says what has become better or worse
  --json       prints the result as JSON
`;

/** Speech models make no cards. */
const GenerationProvider = Provider.refine((each) => PROVIDERS[each].capability === 'generation', {
  error: 'makes no cards',
});

/** Behind a deployment of Azure's is mostly a model of OpenAI's. */
const familyOf = (provider: string | undefined) => (provider === 'azure_openai' ? 'openai' : provider);

const Options = z
  .strictObject({
    provider: GenerationProvider,
    model: z.string().min(1),
    language: Language.optional(),
    sources: z.string().optional(),
    cards: z.coerce.number().int().min(1).max(40).default(8),
    questions: z.coerce.number().int().min(1).max(20).default(8),
    'judge-provider': GenerationProvider.optional(),
    'judge-model': z.string().min(1).optional(),
    cases: z.boolean().default(false),
    baseline: z.string().optional(),
    json: z.boolean().default(false),
  })
  .refine((all) => (all['judge-provider'] === undefined) === (all['judge-model'] === undefined), {
    error: '--judge-provider and --judge-model go together',
  })
  .refine((all) => familyOf(all['judge-provider']) !== familyOf(all.provider), {
    error: '--judge-provider: a judge of the same family likes its own mistakes; name another',
  });
export type Options = z.infer<typeof Options>;

const text = { type: 'string' } as const;

/** @throws Error in words */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      provider: text,
      model: text,
      language: text,
      sources: text,
      cards: text,
      questions: text,
      'judge-provider': text,
      'judge-model': text,
      baseline: text,
      cases: { type: 'boolean' },
      json: { type: 'boolean' },
    },
  });
  const { data, error } = Options.safeParse({ ...values });
  if (data) return data;
  throw new Error(
    error.issues
      .map(({ path: [name], message }) => (name === undefined ? message : `--${String(name)}: ${message}`))
      .join('\n'),
  );
}
