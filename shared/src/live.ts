import { z } from 'zod';
import { textSchema } from './primitives.ts';

/** The maximum number of topics that one page can subscribe to. */
export const MAX_LIVE_TOPICS_PER_PAGE = 32;

/** Entities that a page can subscribe to by id. */
const ThingKind = z.enum(['module', 'ai_job', 'answer', 'inbox']);

/** Topics that exist once per workspace. */
const WholeKind = z.enum([
  'content',
  'reviews',
  'suggestions',
  'grading',
  'provider_keys',
  'tokens',
  'webhooks',
  'notifications',
  'drives',
]);

export type LiveTopicKind = z.infer<typeof ThingKind> | z.infer<typeof WholeKind>;

/** A topic that a page can subscribe to (rules/bounds 8): `module/` and the id in lower case, or `reviews`. */
export const LiveTopic = z
  .templateLiteral([ThingKind, '/', z.guid()])
  .or(WholeKind)
  .meta({ examples: ['reviews', 'provider_keys', 'module/0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6'] });
export type LiveTopic = z.infer<typeof LiveTopic>;

/** Splits a topic into its kind and, for entities, the id. */
export function parseLiveTopic(topic: LiveTopic): { kind: LiveTopicKind; id?: string } {
  for (const kind of ThingKind.options) {
    if (topic.startsWith(`${kind}/`)) return { kind, id: topic.slice(kind.length + 1) };
  }
  return { kind: WholeKind.parse(topic) };
}

/** Constructors and constants for all topics. */
export const liveTopics = {
  /** A module changed: its content, state or comments. */
  module: (id: string): LiveTopic => `module/${id.toLowerCase()}`,
  /** An AI job made progress. */
  aiJob: (id: string): LiveTopic => `ai_job/${id.toLowerCase()}`,
  /** A spoken answer made progress: transcribed, passed to a trainer or graded. */
  answer: (id: string): LiveTopic => `answer/${id.toLowerCase()}`,
  /** A user's inbox has new notifications, or some were marked as seen. The id is the user's. */
  inbox: (userId: string): LiveTopic => `inbox/${userId.toLowerCase()}`,
  /** The list of answers and appeals for trainers changed. */
  grading: 'grading',
  /** A module's workflow state changed: submitted, queried, published. */
  content: 'content',
  reviews: 'reviews',
  /** The Recommended queue or one of its suggestions changed. */
  suggestions: 'suggestions',
  providerKeys: 'provider_keys',
  /** An API token was issued, revoked or used. */
  tokens: 'tokens',
  /** The webhooks or their health changed. */
  webhooks: 'webhooks',
  /** The notification matrix, its times or its chat channel changed. */
  notifications: 'notifications',
  /** The drive connections, or the state of their scans and files, changed. */
  drives: 'drives',
} as const satisfies Record<string, LiveTopic | ((id: string) => LiveTopic)>;

/** Subscribes to topics. If they change, the page subscribes again. */
export const SubscribeToLiveTopics = z.strictObject({
  tab: textSchema(1, 64).describe('The page that asks, made up by it: a new stream of it ends the one before.'),
  topics: z.array(LiveTopic).min(1).max(MAX_LIVE_TOPICS_PER_PAGE),
});
export type SubscribeToLiveTopics = z.infer<typeof SubscribeToLiveTopics>;

/**
 * Notifies a page which topics changed, without their data, which the page requests as usual. The first message names
 * every topic, because each may have changed since the page loaded.
 */
export type LiveMessage = {
  type: 'news';
  changed: LiveTopic[];
  /** Topics that don't exist or that the caller may not read. No further messages are sent for these. */
  lost: LiveTopic[];
};

/** The reason why a stream ended. None is an error: the page polls instead, and reconnects later. */
export type LiveStreamEnd = {
  type: 'end';
  /**
   * Too many streams; the session or membership has ended; the same page opened another stream; the server is shutting
   * down.
   */
  reason: 'full' | 'signed_out' | 'replaced' | 'stopping';
};
