/** The package manager, as an argument of `npx`. */
export const PNPM = 'pnpm@12.21.0';
