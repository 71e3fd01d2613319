import { z } from 'zod';
import { text } from './primitives.ts';

/** How many topics one page can follow. */
export const MAX_TOPICS = 32;

/** Things that a page can follow by their id. */
const ThingKind = z.enum(['module', 'ai_job', 'answer', 'inbox']);

/** What a workspace has one of. */
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

export type TopicKind = z.infer<typeof ThingKind> | z.infer<typeof WholeKind>;

/** What a page can follow (rules/bounds 8): `module/` and the id in small letters, or `reviews`. */
export const Topic = z
  .templateLiteral([ThingKind, '/', z.guid()])
  .or(WholeKind)
  .meta({ examples: ['reviews', 'provider_keys', 'module/0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6'] });
export type Topic = z.infer<typeof Topic>;

/** The kind of a topic, and the id of the thing where it has one. */
export function partsOf(topic: Topic): { kind: TopicKind; id?: string } {
  for (const kind of ThingKind.options) {
    if (topic.startsWith(`${kind}/`)) return { kind, id: topic.slice(kind.length + 1) };
  }
  return { kind: WholeKind.parse(topic) };
}

/** The topics by what they are about. */
export const topics = {
  /** A module has changed: its content, its state, its comments. */
  module: (id: string): Topic => `module/${id.toLowerCase()}`,
  /** An AI job has come further. */
  aiJob: (id: string): Topic => `ai_job/${id.toLowerCase()}`,
  /** An answer that was spoken has come further: it was heard, handed over, graded. */
  answer: (id: string): Topic => `answer/${id.toLowerCase()}`,
  /** Somebody’s bell has something new, or has been looked at; the id is theirs. */
  inbox: (userId: string): Topic => `inbox/${userId.toLowerCase()}`,
  /** Something waits for a trainer to grade it or decide on it, or does so no more. */
  grading: 'grading',
  /** Some module stands elsewhere than before: it was submitted, queried, published. */
  content: 'content',
  /** The review queue has changed. */
  reviews: 'reviews',
  /** The Recommended queue has changed, or something in it. */
  suggestions: 'suggestions',
  /** The list of provider keys has changed. */
  providerKeys: 'provider_keys',
  /** An API token was issued, revoked or used. */
  tokens: 'tokens',
  /** The webhooks have changed, or how they fare. */
  webhooks: 'webhooks',
  /** The matrix of notifications, its times or its chat channel have changed. */
  notifications: 'notifications',
  /** The connections of drives have changed, or how their walks and files fare. */
  drives: 'drives',
} as const satisfies Record<string, Topic | ((id: string) => Topic)>;

/** What a page asks for; when its topics change, it asks again. */
export const FollowTopics = z.strictObject({
  tab: text(1, 64).describe('The page that asks, made up by it: a new stream of it ends the one before.'),
  topics: z.array(Topic).min(1).max(MAX_TOPICS),
});
export type FollowTopics = z.infer<typeof FollowTopics>;

/**
 * What a page is told: that topics changed, never what they hold now, which it asks for as ever. The first news name
 * every topic, because each may have changed since the page asked.
 */
export type LiveNews = {
  type: 'news';
  changed: Topic[];
  /** Not there, or not the caller's to see. Nothing more is told of these. */
  lost: Topic[];
};

/** Why a stream ends. None is an error: a page that still wants to know asks from time to time, and tries again. */
export type LiveEnd = {
  type: 'end';
  /**
   * There is no room for another stream; the session or the membership has ended; the same page has opened another one;
   * the server stops.
   */
  reason: 'full' | 'signed_out' | 'replaced' | 'stopping';
};
