import type { AiServices, Context } from '../../../core/context.ts';
import type { Outward } from '../../../platform/egress/outward.ts';

/** Context of endpoint functions, which encrypt secrets and check URLs. */
export type WebhookContext = Context & { ai: Pick<AiServices, 'keyring'>; outward: Outward };
