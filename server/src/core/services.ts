import { openKeyring } from '../platform/encryption/keyring.ts';
import { OutwardHttpClient } from '../platform/egress/outward-http-client.ts';
import { createTxtResolver } from '../platform/egress/resolve-txt.ts';
import { TopicChangeListener } from '../platform/topic-changes.ts';
import type { Log } from '../platform/log.ts';
import { createMailer } from '../platform/mail.ts';
import { createAiProviders } from '../providers/ai/providers.ts';
import { ChatWebhookClient } from '../providers/chat/chat-services.ts';
import { createDriveProviders } from '../providers/drives/drive-providers.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import type { Config } from './config.ts';

type Options = {
  config: Config;
  /** Own addresses of the databases. */
  databaseUrls: readonly string[];
  log: Log;
  /** Returns the console's origin. Called when the first link is made: the port may be known only then. */
  origin: () => string;
};

/** Opens the services outside the database that requests and background work use. A new one is added only here. */
export function openServices({ config, databaseUrls, log, origin }: Options) {
  const outward = new OutwardHttpClient(config.outgoing);
  const mailer = createMailer(config.mail, log);
  return {
    log,
    origin,
    /** Address that sign-in links lead to, and whether mail takes people there. */
    entry: { origin, sendsMail: config.mail.smtpUrl !== undefined },
    mailer,
    outward,
    resolveTxt: createTxtResolver(),
    ai: openAiServices(config, log),
    chat: new ChatWebhookClient(outward, { standIn: config.chatBaseUrl, origin }),
    drives: createDriveProviders(config.drives, origin, log),
    live: new TopicChangeListener(databaseUrls, log),
    storage: openStorage(config),
  };
}

export type Services = ReturnType<typeof openServices>;

/** Creates the services for calling AI providers from the settings. The keyring is read or created on first use. */
export function openAiServices(
  { ai, bounds, encryption, dataDir }: Pick<Config, 'ai' | 'bounds' | 'encryption' | 'dataDir'>,
  /** Log for problems that only the operator can fix; never receives secrets. */
  log: { error(fields: object, message: string): void; warn?(fields: object, message: string): void },
) {
  return {
    keyring: openKeyring({ encryption, dataDir }),
    providers: createAiProviders(ai, log),
    settings: ai,
    bounds,
    log,
  };
}

export type AiServices = ReturnType<typeof openAiServices>;
