import { AI_FEATURE_INPUTS_AND_RESULTS, type AiFeature } from '@training/shared/ai/ai-features';
import type { SourceText } from '@training/shared/ai/ai-sources';
import type { GeneratedCard, GeneratedQuestion } from '@training/shared/ai/generated-items';
import type { ItemSource, SectionKind } from '@training/shared/courses/courses';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { SectionItems } from '../modules/write-section.ts';

/** Items that a job has generated for a section. */
export type GeneratedSectionItems = { section: SectionKind; items: (GeneratedCard | GeneratedQuestion)[] };

/** Parses the result of a job as items for a section; undefined if the feature makes none. */
export function parseGeneratedSectionItems(feature: AiFeature, result: unknown): GeneratedSectionItems | undefined {
  switch (feature) {
    case 'card_generation':
      return { section: 'flashcards', items: AI_FEATURE_INPUTS_AND_RESULTS[feature].result.parse(result).cards };
    case 'quiz_generation':
      return { section: 'quiz', items: AI_FEATURE_INPUTS_AND_RESULTS[feature].result.parse(result).questions };
    default:
      return undefined;
  }
}

/** Source of a module's items, without the quotes. */
export type ItemSourceWithoutQuote = Omit<ItemSource, 'quote'>;

/** Facts about a job that matter to the module receiving its result. */
type Making = {
  workspaceId: string;
  jobId: string;
  moduleId: string;
  /** Another module that the job was started for. */
  madeFor?: string | null;
  /** Name of the source, and SHA-256 of its text. */
  source: { name: SourceText['title']; hash: Buffer | null };
};

const SUGGESTION = defineStatement({
  name: 'suggestion-of-source',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), name: z.string(), url: z.string().nullable() }),
  sql: `
select g.id, g.source_name as name, g.source_url as url from modules m
join suggestions g on g.workspace_id = :workspaceId and g.id = m.suggestion_id
where m.workspace_id = :workspaceId and m.id in (:moduleId, :madeFor)
  and sha256(convert_to(g.content, 'UTF8')) = :hash
order by m.id = :moduleId desc limit 1`,
});

/** The suggestion that the module was made of, or the one that the job was made for, if the job has read its text. */
export async function findSourceSuggestionOfItems(em: EntityManager, making: Making): Promise<ItemSourceWithoutQuote> {
  const { workspaceId, moduleId, madeFor = null, source } = making;
  const suggestion = source.hash && (await SUGGESTION.first(em, { workspaceId, moduleId, madeFor, hash: source.hash }));
  if (!suggestion) return { name: source.name, url: null, suggestion_id: null };
  return { name: suggestion.name, url: suggestion.url, suggestion_id: suggestion.id };
}

/** Returns the fields of a generated item that are stored in the module. */
export function withoutGenerationFields({
  flags: _flags,
  level: _level,
  quote: _quote,
  ...content
}: GeneratedSectionItems['items'][number]) {
  return content;
}

/** Returns the generated items as cards or questions of the module, each with its quote and its source. */
export function toSectionItems(
  { items }: GeneratedSectionItems,
  { jobId, moduleId }: Making,
  origin: ItemSourceWithoutQuote,
): SectionItems {
  return items.map((made, index) => {
    const id = deriveGeneratedItemId(jobId, moduleId, index);
    return { id, ...withoutGenerationFields(made), source: { quote: made.quote, ...origin } };
  });
}

/** Deterministic id of an item in a module, so that adding it again is detected: a version 8 UUID. */
export function deriveGeneratedItemId(jobId: string, moduleId: string, index: number): string {
  const hash = createHash('sha256').update(`${jobId} ${moduleId} ${index}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
