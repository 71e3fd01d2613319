import {
  AuditCursor,
  AuditLinePage,
  AuditEventPage,
  FoldedAuditEvents,
  ListAuditEvents,
  ListAuditLines,
} from '@training/shared/audit/audit';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { listAuditEntries } from './list-audit.ts';
import { listAuditEntriesFoldingAutosaves, listFoldedAuditEntries } from './list-lines.ts';

export const auditRouter = router({
  list: permittedProcedure('audit:read')
    .input(ListAuditEvents)
    .output(toPreparedOutputSchema(AuditEventPage))
    .query(({ ctx, input }) => listAuditEntries(ctx, input)),
  lines: permittedProcedure('audit:read')
    .input(ListAuditLines)
    .output(toPreparedOutputSchema(AuditLinePage))
    .query(({ ctx, input }) => listAuditEntriesFoldingAutosaves(ctx, input)),
  folded: permittedProcedure('audit:read')
    .input(AuditCursor)
    .output(toPreparedOutputSchema(FoldedAuditEvents))
    .query(({ ctx, input }) => listFoldedAuditEntries(ctx, input)),
});
