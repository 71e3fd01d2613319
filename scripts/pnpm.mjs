/** The package manager, as `npx` takes it. */
export const PNPM = 'pnpm@12.21.0';
