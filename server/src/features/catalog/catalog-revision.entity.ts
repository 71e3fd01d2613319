import { defineEntity, p } from '@mikro-orm/core';

/** Revision of a workspace’s catalog; maintained by triggers. */
export const CatalogRevisionEntity = defineEntity({
  name: 'CatalogRevision',
  tableName: 'catalog_revisions',
  properties: {
    workspaceId: p.uuid().primary(),
    /** Changes whenever a row of the catalog changes. */
    revision: p.uuid(),
  },
});
