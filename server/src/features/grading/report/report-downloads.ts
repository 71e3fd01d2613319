import {
  ReadAiGradingTransparencyReport,
  ModelGradingFigures,
  type TransparencyReportModel,
} from '@training/shared/grading/grading-report';
import { z } from 'zod';
import { defineDownloadRoute } from '../../../core/download.ts';
import { resolveReportEnd, readGradingReportFigures, type GradingReportFigures } from './read-grading-report.ts';
import { streamGradingRowsCsv } from './grading-rows-csv.ts';
import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';

const FIGURES = ModelGradingFigures.keyof().options;

const NAMES = ['provider', 'model', 'prompt', 'language', 'given'];
const OF_VERSIONS = ['first', 'newest', 'until', 'threshold_by', 'threshold'];
const OF_DRIFT = ['drift_verdicts', 'drift_wrong', 'drift_shift', 'drift_alarm'];
const COLUMNS = [...NAMES, ...FIGURES, ...OF_VERSIONS, ...OF_DRIFT];

const cell = (value: string | number | boolean | null) => (value === null ? '' : String(value));

const cellsOf = (figures: ModelGradingFigures) => FIGURES.map((name) => cell(figures[name]));

/** A row for each version, `all`, and one for each of its groups, which has no threshold of its own. */
function figuresCsv({ models, trust }: GradingReportFigures, until: Date): string {
  const rowsOf = (model: TransparencyReportModel) => {
    const named = [model.provider, model.model, model.prompt].map(cell);
    const { verdicts, wrong, shift, alarm } = model.drift;
    const times = [model.first, model.newest, until.toISOString()];
    const now = [...times, trust.by, model.threshold, verdicts, wrong, shift, alarm].map(cell);
    const ofGroups = model.groups.map((group) => [...named, cell(group.language), group.given, ...cellsOf(group)]);
    return [[...named, 'all', 'all', ...cellsOf(model), ...now], ...ofGroups.map(filled)];
  };
  return CSV_BYTE_ORDER_MARK + [COLUMNS, ...models.flatMap(rowsOf)].map(toCsvRow).join('');
}

const filled = (cells: readonly string[]) => COLUMNS.map((_, n) => cells[n] ?? '');

const Named = z.strictObject({ table: z.enum(['figures', 'rows']), ...ReadAiGradingTransparencyReport.shape });

/** The figures of a report, and the rows that they are counted from. */
export const GRADING_REPORT_DOWNLOAD_ROUTES = [
  defineDownloadRoute({
    path: '/grading-report/:table',
    permission: 'workspace:read',
    input: Named,
    async open(ctx, { table, ...asked }) {
      const until = resolveReportEnd(ctx, asked);
      const figures = async () =>
        new TextEncoder().encode(figuresCsv(await readGradingReportFigures(ctx, until), until));
      return {
        name: `grading-${table}-${ctx.workspace.slug}-${until.toISOString().slice(0, 10)}.csv`,
        type: 'text/csv; charset=utf-8',
        body: table === 'rows' ? streamGradingRowsCsv(ctx, until) : await figures(),
      };
    },
  }),
];
