import { ReadGradingReport } from '@training/shared/grading/grading-report';
import { z } from 'zod';
import { defineDownload } from '../../../core/download.ts';
import { figuresCsv } from './figures-csv.ts';
import { endOf, readReportedFigures } from './read-grading-report.ts';
import { rowsCsv } from './rows-csv.ts';

const Named = z.strictObject({ table: z.enum(['figures', 'rows']), ...ReadGradingReport.shape });

/** The figures of a report, and the rows that they are counted from. */
export const REPORT_DOWNLOADS = [
  defineDownload({
    path: '/grading-report/:table',
    permission: 'workspace:read',
    input: Named,
    async open(ctx, { table, ...asked }) {
      const until = endOf(ctx, asked);
      const figures = async () => new TextEncoder().encode(figuresCsv(await readReportedFigures(ctx, until), until));
      return {
        name: `grading-${table}-${ctx.workspace.slug}-${until.toISOString().slice(0, 10)}.csv`,
        type: 'text/csv; charset=utf-8',
        body: table === 'rows' ? rowsCsv(ctx, until) : await figures(),
      };
    },
  }),
];
