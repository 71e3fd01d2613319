import { AI_DOWNLOADS } from '../features/ai/files/ai-downloads.ts';
import { ANALYTICS_DOWNLOADS } from '../features/analytics/analytics-csv.ts';
import { EVIDENCE_DOWNLOADS } from '../features/evidence/evidence-downloads.ts';
import { GRADING_DOWNLOADS } from '../features/grading/recordings/recording-downloads.ts';
import { REPORT_DOWNLOADS } from '../features/grading/report/report-downloads.ts';
import { PEOPLE_DOWNLOADS } from '../features/users/people-csv.ts';
import type { Download } from '../core/download.ts';

/** All files that can be downloaded. */
export const DOWNLOADS: readonly Download[] = [
  ...AI_DOWNLOADS,
  ...ANALYTICS_DOWNLOADS,
  ...EVIDENCE_DOWNLOADS,
  ...GRADING_DOWNLOADS,
  ...PEOPLE_DOWNLOADS,
  ...REPORT_DOWNLOADS,
];
