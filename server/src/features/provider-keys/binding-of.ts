import type { ProviderKeyRow } from './provider-key.entity.ts';

/** Where a sealed key belongs (decisions §5): in another workspace, capability, row or version it cannot be opened. */
export function bindingOf({
  workspaceId,
  capability,
  id,
  version,
}: Pick<ProviderKeyRow, 'workspaceId' | 'capability' | 'id' | 'version'>): string[] {
  return [workspaceId, capability, id, String(version)];
}
