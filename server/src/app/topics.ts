import type { TopicKind } from '@training/shared/live';
import { visibilityOfAiJobs } from '../features/ai/jobs/read-ai-jobs.ts';
import { visibilityOfAnswers } from '../features/grading/viewer.ts';
import { visibilityOfModules } from '../features/courses/modules/module-topic.ts';
import { visibilityOfInboxes } from '../features/notifications/notification-topics.ts';
import type { TopicRights } from '../http/streams/authorize-subscribers.ts';

/** All topics that pages can subscribe to, and the permission needed: that for reading the topic's data. */
export const TOPIC_RIGHTS: Record<TopicKind, TopicRights> = {
  module: { permission: 'drafts:read', visibilityOf: visibilityOfModules },
  content: { permission: 'drafts:read' },
  ai_job: { permission: 'content:author', visibilityOf: visibilityOfAiJobs },
  answer: { permission: 'results:read', visibilityOf: visibilityOfAnswers },
  grading: { permission: 'answers:grade' },
  reviews: { permission: 'review_queue:read' },
  suggestions: { permission: 'suggestions:read' },
  inbox: { permission: 'inbox:use', visibilityOf: visibilityOfInboxes },
  notifications: { permission: 'notifications:read' },
  provider_keys: { permission: 'provider_keys:read' },
  tokens: { permission: 'tokens:read' },
  webhooks: { permission: 'webhooks:read' },
  drives: { permission: 'drives:read' },
};
