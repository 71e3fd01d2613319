import { AuditPage, ListAudit } from '@training/shared/audit';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { listAudit } from './list-audit.ts';

export const auditRouter = router({
  list: can('audit:read')
    .input(ListAudit)
    .output(preparedOutput(AuditPage))
    .query(({ ctx, input }) => listAudit(ctx, input)),
});
