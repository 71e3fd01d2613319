import {
  AuditCursor,
  AuditLines,
  AuditPage,
  FoldedAuditEvents,
  ListAuditEvents,
  ListAuditLines,
} from '@training/shared/audit/audit';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { listAudit } from './list-audit.ts';
import { listAuditLines, listFoldedAudit } from './list-lines.ts';

export const auditRouter = router({
  list: can('audit:read')
    .input(ListAuditEvents)
    .output(preparedOutput(AuditPage))
    .query(({ ctx, input }) => listAudit(ctx, input)),
  lines: can('audit:read')
    .input(ListAuditLines)
    .output(preparedOutput(AuditLines))
    .query(({ ctx, input }) => listAuditLines(ctx, input)),
  folded: can('audit:read')
    .input(AuditCursor)
    .output(preparedOutput(FoldedAuditEvents))
    .query(({ ctx, input }) => listFoldedAudit(ctx, input)),
});
