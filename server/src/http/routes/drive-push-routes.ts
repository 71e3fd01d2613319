import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.ts';

/** Handles push notifications of drives. Throws if a notification couldn't be stored; the drive then sends it again. */
export type DrivePushHandlers = {
  google(push: {
    channel: string;
    token: string | undefined;
    resourceId: string | undefined;
    resourceState: string | undefined;
  }): Promise<'accepted' | 'refused' | 'unknown'>;
  lark(
    connection: string,
    request: { header: (name: string) => string | undefined; body: Uint8Array },
  ): Promise<{ result: 'accepted' | 'refused' | 'unknown' } | { result: 'challenge'; challenge: string }>;
};

const unknown = () => new AppError('route_not_found', 'No drive uses this address any more. Stop sending.');
const refused = () =>
  new AppError('notification_refused', 'The notification doesn’t prove that it comes from the drive.');

/** Registers the routes for push notifications of drives. They have no session: each notification proves its origin. */
export function registerDrivePushRoutes(
  app: FastifyInstance,
  { drivePushHandlers }: { drivePushHandlers: DrivePushHandlers },
): void {
  app.register(async (scope) => {
    // Accepts any content type.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));

    scope.post<{ Params: { channel: string } }>('/api/drives/google/:channel', async (request, reply) => {
      const became = await drivePushHandlers.google({
        channel: request.params.channel,
        token: header(request, 'x-goog-channel-token'),
        resourceId: header(request, 'x-goog-resource-id'),
        resourceState: header(request, 'x-goog-resource-state'),
      });
      if (became === 'unknown') throw unknown();
      if (became === 'refused') throw refused();
      return reply.code(204).send();
    });

    scope.post<{ Params: { connection: string } }>('/api/drives/lark/:connection', async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const became = await drivePushHandlers.lark(request.params.connection, {
        header: (name) => header(request, name),
        body,
      });
      if (became.result === 'unknown') throw unknown();
      if (became.result === 'refused') throw refused();
      return reply.send(became.result === 'challenge' ? { challenge: became.challenge } : {});
    });
  });
}

function header({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
