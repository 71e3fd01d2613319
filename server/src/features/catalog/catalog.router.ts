import { Catalog } from '@training/shared/catalog/catalog';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { rest } from '../../http/rest/meta.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { listCatalog } from './list-catalog.ts';

export const catalogRouter = router({
  list: can('catalog:read')
    .meta(
      rest('GET', '/catalog', {
        operationId: 'listCatalog',
        summary: 'List the catalog',
        description: 'All courses of the workspace, published or not, with their modules.',
        conditional: 'catalog',
      }),
    )
    .input(z.strictObject({}).default({}))
    .output(preparedOutput(Catalog))
    .query(({ ctx }) => listCatalog(ctx)),
});
