import { AI_FEATURES, type AiFeature } from '@training/shared/ai-features';
import type { SourceText } from '@training/shared/ai-sources';
import type { GeneratedCard, GeneratedQuestion } from '@training/shared/generated-items';
import type { ItemSource, SectionKind } from '@training/shared/courses';
import type { EntityManager } from '@mikro-orm/postgresql';
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { defineStatement } from '../../../database/statement.ts';
import type { SectionItems } from '../write-section.ts';

/** What a job has made for a section. */
export type GeneratedSection = { section: SectionKind; items: (GeneratedCard | GeneratedQuestion)[] };

/** Undefined where a module has no section for what the feature makes. */
export function madeBy(feature: AiFeature, result: unknown): GeneratedSection | undefined {
  switch (feature) {
    case 'card_generation':
      return { section: 'flashcards', items: AI_FEATURES[feature].result.parse(result).cards };
    case 'quiz_generation':
      return { section: 'quiz', items: AI_FEATURES[feature].result.parse(result).questions };
    default:
      return undefined;
  }
}

/** Where the items of a module come from, but for their passages. */
export type Origin = Omit<ItemSource, 'quote'>;

/** A job that made something, as far as it matters to the module that takes it. */
type Making = {
  workspaceId: string;
  jobId: string;
  moduleId: string;
  /** Another module, that the job was made for. */
  madeFor?: string | null;
  /** What its source is called, and the SHA-256 of its text. */
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
export async function originOfGeneration(em: EntityManager, making: Making): Promise<Origin> {
  const { workspaceId, moduleId, madeFor = null, source } = making;
  const suggestion = source.hash && (await SUGGESTION.first(em, { workspaceId, moduleId, madeFor, hash: source.hash }));
  if (!suggestion) return { name: source.name, url: null, suggestion_id: null };
  return { name: suggestion.name, url: suggestion.url, suggestion_id: suggestion.id };
}

/** What of an item is the module's own. */
export function contentOf({
  flags: _flags,
  level: _level,
  quote: _quote,
  ...content
}: GeneratedSection['items'][number]) {
  return content;
}

/** What was made, as the module's own cards or questions, each with its passage and where that stands. */
export function itemsOf({ items }: GeneratedSection, { jobId, moduleId }: Making, origin: Origin): SectionItems {
  return items.map((made, index) => {
    const id = itemId(jobId, moduleId, index);
    return { id, ...contentOf(made), source: { quote: made.quote, ...origin } };
  });
}

/**
 * The same for the same item each time that it comes into the module, so that it is known there: a UUID of version 8.
 */
export function itemId(jobId: string, moduleId: string, index: number): string {
  const hash = createHash('sha256').update(`${jobId} ${moduleId} ${index}`).digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
