import { defineEntity, p } from '@mikro-orm/core';

/** The state of a workspace’s catalog; triggers change it. */
export const CatalogRevisionEntity = defineEntity({
  name: 'CatalogRevision',
  tableName: 'catalog_revisions',
  properties: {
    workspaceId: p.uuid().primary(),
    /** Changes with every row of the catalog. */
    revision: p.uuid(),
  },
});
