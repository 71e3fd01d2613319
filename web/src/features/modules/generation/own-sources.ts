import type { EstimateCost } from '@training/shared/ai/ai-estimate';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ModuleDocuments } from '@training/shared/courses/sections';

/** A source of the module: its suggestion, or a document identified by the job that read it. */
export interface OwnSource {
  /** `suggestion`, or the job's id. */
  value: string;
  label: string;
}

const SUGGESTION = 'suggestion';

/** Lists the suggestion first, because the module was created from it. */
export function ownSources({ source }: ModuleDetail, documents: ModuleDocuments): OwnSource[] {
  const suggestion = source === null ? [] : [{ value: SUGGESTION, label: `${source.title} (${source.name})` }];
  return [...suggestion, ...documents.map(({ job_id, title }) => ({ value: job_id, label: title }))];
}

/** Returns the source in the format of a generation request. An empty object stands for the suggestion. */
export function nameSource(value: string): { document?: string } {
  return value === SUGGESTION ? {} : { document: value };
}

/** Returns the source in the format of an estimate request. */
export function estimatedOwn(value: string, moduleId: string): EstimateCost['source'] {
  return value === SUGGESTION ? { from: 'suggestion', module_id: moduleId } : { from: 'document', job_id: value };
}
