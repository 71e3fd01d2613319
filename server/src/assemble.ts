import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { TokenUses } from './features/tokens/token-uses.ts';
import { createAuth } from './http/auth/auth.ts';
import { RateLimits } from './http/rest/rate-limit.ts';
import { createServer } from './http/server.ts';
import type { Log } from './platform/log.ts';
import { createMailer } from './platform/mail.ts';

export type Assembled = {
  app: FastifyInstance;
  /** Tells the parts that make addresses which port was taken. */
  setPort(port: number): void;
  /** Answers what is under way, takes nothing new, and waits for what runs beside the requests. */
  close(): Promise<void>;
};

/** Puts the server's parts together on an open database; it does not listen yet. */
export function assemble({ config, db, log }: { config: Config; db: Database; log: Log }): Assembled {
  let port = config.port;
  const mailer = createMailer(config.mail, log);
  const auth = createAuth({ db, config, port: () => port, mailer, log });
  const tokenUses = new TokenUses(db, (error) => log.warn({ err: error }, 'The use of a token could not be noted'));
  const rateLimits = new RateLimits(db, config.rateLimits);
  const app = createServer({ config, db, log, auth, tokenUses, rateLimits });
  return {
    app,
    setPort(taken) {
      port = taken;
    },
    async close() {
      await app.close();
      await Promise.all([tokenUses.settled(), auth.settled()]);
      mailer.close();
    },
  };
}
