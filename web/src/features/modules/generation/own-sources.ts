import type { EstimateCost } from '@training/shared/ai-estimate';
import type { ModuleDetail } from '@training/shared/modules';
import type { ModuleDocuments } from '@training/shared/sections';

/** Something that the module was made of: its suggestion, or a document by the id of the job that read it. */
export interface OwnSource {
  /** `suggestion`, or the job's id. */
  value: string;
  label: string;
}

const SUGGESTION = 'suggestion';

/** The suggestion first: the module was begun with it. */
export function ownSources({ source }: ModuleDetail, documents: ModuleDocuments): OwnSource[] {
  const suggestion = source === null ? [] : [{ value: SUGGESTION, label: `${source.title} (${source.name})` }];
  return [...suggestion, ...documents.map(({ job_id, title }) => ({ value: job_id, label: title }))];
}

/** How a generation names it: without anything it is made of the suggestion. */
export function nameSource(value: string): { document?: string } {
  return value === SUGGESTION ? {} : { document: value };
}

/** How its cost is asked for. */
export function estimatedOwn(value: string, moduleId: string): EstimateCost['source'] {
  return value === SUGGESTION ? { from: 'suggestion', module_id: moduleId } : { from: 'document', job_id: value };
}
