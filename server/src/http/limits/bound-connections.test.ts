import { connect, type Socket } from 'node:net';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({
  bounds: { connections: { ofSingle: 1, ofShared: 4, ofSession: 64, ofToken: 256 } },
});
const { hostname, port } = new URL(server.base);
const { token } = await server.api(['users:read']);

/** Opens a connection that stays open. */
function connection() {
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  /**
   * Sends a request over the connection and returns the status of the response; undefined if the connection was closed.
   */
  async function get(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
    answer = '';
    const lines = Object.entries({ host: hostname, ...headers }).map(([name, value]) => `${name}: ${value}`);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    await expect.poll(() => answer !== '' || socket.destroyed).toBe(true);
    return answer === '' ? undefined : Number(answer.slice(9, 12));
  }
  return { socket, get };
}

const closed = (socket: Socket) => expect.poll(() => socket.destroyed).toBe(true);

// rules/bounds 3
test.for(['a token', 'a session'])(
  'so many connections of an address may be open unknown; one with %s does not count',
  async (by) => {
    const workspace = await server.make.workspace();
    const user = await server.make.user(workspace, { role: 'super_admin' });
    const cookie = await server.signIn(user.email);
    const [path, headers] =
      by === 'a token'
        ? ['/api/v1/users', { authorization: `Bearer ${token.token}` }]
        : ['/api/trpc/users.list?input={}', { cookie, [WORKSPACE_HEADER]: workspace.slug }];
    // Connections of the test's own client may still be open and unauthenticated.
    const open: ReturnType<typeof connection>[] = [];
    for (let next = connection(); (await next.get('/healthz')) === 200; next = connection()) open.push(next);
    expect(open.length).toBeGreaterThan(1);
    expect(open.length).toBeLessThanOrEqual(4);
    // Authenticating a connection frees a place for exactly one more.
    expect(await open[0]!.get(path, headers)).toBe(200);
    const more = connection();
    expect(await more.get('/healthz')).toBe(200);
    expect(await connection().get('/healthz')).toBeUndefined();
    // Closing a connection frees a place, too.
    more.socket.destroy();
    await closed(more.socket);
    await expect.poll(() => connection().get('/healthz')).toBe(200);
    // Connections that are already open still work.
    expect(await open[1]!.get('/healthz')).toBe(200);
  },
);
