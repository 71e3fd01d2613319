import { createVitest } from 'vitest/node';

export type Outcome = 'killed' | 'survived' | 'timeout';

/** A file's text in place of the stored one. */
type Changed = { file: string; text: string };

const PATIENCE = 240_000;

/** One Vitest and one PostgreSQL for all runs of these test files. */
export async function openTests(filters: string[]) {
  let changed: Changed | undefined;
  const vitest = await createVitest(
    {
      watch: false,
      bail: 1,
      // The cache goes by the stored file, and would answer with what was there before the change.
      fsModuleCache: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      teardownTimeout: 5_000,
      reporters: [{}],
      silent: true,
    },
    {
      plugins: [
        {
          name: 'mutation',
          enforce: 'pre',
          transform: (_code, id) => (id === changed?.file ? changed.text : undefined),
        },
      ],
    },
  );
  const groups = await Promise.all(filters.map((filter) => vitest.globTestSpecifications([filter])));
  const missing = filters.filter((_, place) => groups[place]?.length === 0);
  if (missing.length > 0) throw new Error(`No test file is called ${missing.join(', ')}.`);

  return {
    /** Whether any test fails with the change; the files come in the order of the filters. */
    async run(change?: Changed): Promise<Outcome> {
      for (const each of [changed, change]) if (each) vitest.invalidateFile(each.file);
      changed = change;
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        void vitest.cancelCurrentRun('test-failure');
      }, PATIENCE);
      try {
        for (const specifications of groups) {
          const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
          if (late) return 'timeout';
          const files = new Set(specifications.map(({ moduleId }) => moduleId));
          // Vitest also answers how the files of earlier runs fared.
          const ran = testModules.filter(({ moduleId }) => files.has(moduleId));
          if (unhandledErrors.length > 0 || ran.some((module) => !module.ok())) return 'killed';
        }
        return 'survived';
      } finally {
        clearTimeout(timer);
        process.exitCode = 0;
      }
    },
    [Symbol.asyncDispose]: () => vitest.close(),
  };
}
