import { CSV_START, csvRow } from '@training/shared/csv';
import { GradingFigures, type ReportedModel } from '@training/shared/grading/grading-report';
import type { ReportedFigures } from './read-grading-report.ts';

const FIGURES = GradingFigures.keyof().options;

const NAMES = ['provider', 'model', 'prompt', 'language', 'given'];
const OF_VERSIONS = ['first', 'newest', 'until', 'threshold_by', 'threshold'];
const OF_DRIFT = ['drift_verdicts', 'drift_wrong', 'drift_shift', 'drift_alarm'];
const COLUMNS = [...NAMES, ...FIGURES, ...OF_VERSIONS, ...OF_DRIFT];

const cell = (value: string | number | boolean | null) => (value === null ? '' : String(value));

const cellsOf = (figures: GradingFigures) => FIGURES.map((name) => cell(figures[name]));

/** A row for each version, `all`, and one for each of its groups, which has no threshold of its own. */
export function figuresCsv({ models, trust }: ReportedFigures, until: Date): string {
  const rowsOf = (model: ReportedModel) => {
    const named = [model.provider, model.model, model.prompt].map(cell);
    const { verdicts, wrong, shift, alarm } = model.drift;
    const times = [model.first, model.newest, until.toISOString()];
    const now = [...times, trust.by, model.threshold, verdicts, wrong, shift, alarm].map(cell);
    const ofGroups = model.groups.map((group) => [...named, cell(group.language), group.given, ...cellsOf(group)]);
    return [[...named, 'all', 'all', ...cellsOf(model), ...now], ...ofGroups.map(filled)];
  };
  return CSV_START + [COLUMNS, ...models.flatMap(rowsOf)].map(csvRow).join('');
}

const filled = (cells: readonly string[]) => COLUMNS.map((_, n) => cells[n] ?? '');
