import {
  AuditCursor,
  AuditLinePage,
  AuditEventPage,
  FoldedAuditEvents,
  ListAuditEvents,
  ListAuditLines,
} from '@training/shared/audit/audit';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { preparedOutputSchema } from '../../platform/prepared-json.ts';
import { listAuditEntries } from './list-audit.ts';
import { listAuditLines, listFoldedAuditEntries } from './list-lines.ts';

export const auditRouter = router({
  list: permittedProcedure('audit:read')
    .input(ListAuditEvents)
    .output(preparedOutputSchema(AuditEventPage))
    .query(({ ctx, input }) => listAuditEntries(ctx, input)),
  lines: permittedProcedure('audit:read')
    .input(ListAuditLines)
    .output(preparedOutputSchema(AuditLinePage))
    .query(({ ctx, input }) => listAuditLines(ctx, input)),
  folded: permittedProcedure('audit:read')
    .input(AuditCursor)
    .output(preparedOutputSchema(FoldedAuditEvents))
    .query(({ ctx, input }) => listFoldedAuditEntries(ctx, input)),
});
