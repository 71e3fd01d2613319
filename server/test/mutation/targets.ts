/** What is mutated together, and which test files have to notice. Both are relative to `server`. */
export type Target = {
  sources: string[];
  /** As on Vitest's command line, the fastest first: a later one runs only where the earlier ones noticed nothing. */
  tests: string[];
  /** Tables of rules are data: entries and marks are dropped from them too. */
  tables?: true;
};

export const TARGETS: Record<string, Target> = {
  shared: {
    sources: ['permissions', 'workflow', 'workflow-state', 'primitives', 'provider-keys', 'events', 'tokens'].map(
      (name) => `../shared/src/${name}.ts`,
    ),
    tests: [
      'test/permissions',
      'test/workflow.test',
      'src/features/events/',
      'src/features/tokens/',
      'src/features/provider-keys/provider-keys.test',
      'src/features/users/',
      'test/arbitrary-json',
    ],
    tables: true,
  },
  reviews: {
    sources: ['src/features/reviews'],
    tests: ['src/features/reviews/'],
  },
  users: {
    sources: ['src/features/users'],
    tests: ['src/features/users/', 'src/auth/sign-in/sign-in-link', 'src/auth/sessions/'],
  },
  tokens: { sources: ['src/features/tokens', 'src/auth/tokens'], tests: ['src/features/tokens/'] },
  'provider-keys': {
    sources: ['src/features/provider-keys'],
    tests: [
      'src/features/provider-keys/provider-keys.test',
      'src/features/provider-keys/change-model',
      'src/features/provider-keys/live-keys',
      'src/features/provider-keys/rejected-keys',
      'src/features/provider-keys/health/',
      'src/features/provider-keys/bound-keys',
      'src/features/ai-usage/usage',
      'test/statements.test',
      'src/features/ai/runner/waiting-jobs',
      'src/features/provider-keys/secrets',
    ],
  },
  secrets: {
    sources: ['src/features/secrets'],
    tests: [
      'src/features/secrets/',
      'src/features/provider-keys/check-keyring',
      'src/features/provider-keys/bound-keys',
      'src/features/provider-keys/rewrap-keys',
      'src/features/provider-keys/secrets',
    ],
  },
};
