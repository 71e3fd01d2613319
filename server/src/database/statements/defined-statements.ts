/**
 * Rows that a statement reads and writes. `tenant`: those of the workspace named by `:workspaceId`. `global`: rows
 * outside workspaces. `cross_tenant`: those of all workspaces. `test/statements.test.ts` compares it with the text.
 */
export type StatementScope = 'tenant' | 'global' | 'cross_tenant';

type Defined = {
  scope: StatementScope;
  text: string;
  /** Names of the parameters in the order of their numbers. */
  names: readonly string[];
  unguarded: string | undefined;
  /** True if it is of a workspace that a router finds in the text; otherwise it is told. */
  showsWorkspace: boolean;
  replica: boolean;
};

const defined = new Map<string, Defined>();

/** All statements of the loaded modules, by name. */
export const definedStatements: ReadonlyMap<string, Defined> = defined;

export function addStatement(name: string, statement: Defined): void {
  defined.set(name, statement);
}
