import type { TestServer } from '../../../test/server.ts';
import type { TestWorkspace } from '../../../test/make.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const ENTERPRISE_USER = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const SCIM_JSON = { 'content-type': 'application/scim+json; charset=utf-8' };

let made = 0;

/** Returns the body of a user who is new everywhere. */
export function newUser(changes: Record<string, unknown> = {}) {
  const userName = `ana.souza.${++made}@example.com`;
  return {
    schemas: [USER],
    userName,
    name: { givenName: 'Ana', familyName: 'Souza' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Ana Souza',
    active: true,
    ...changes,
  };
}

/** An identity provider that is connected to a workspace, which may be a new one, and switched on. */
export async function provider(server: TestServer, of?: TestWorkspace, state: 'on' | 'rehearsal' = 'on') {
  const { workspace, token, call: rest } = await server.api(['scim'], of);
  const { rows: connections } = await server.db.pool.query<{ id: string }>(
    `update scim_connections c set state = $2 from api_tokens t
     where t.id = $1 and t.workspace_id = c.workspace_id and t.scim_connection_id = c.id returning c.id`,
    [token.id, state],
  );
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = body === undefined ? {} : SCIM_JSON,
  ) => rest(method, `/scim/v2${path}`, body, headers);
  const patch = (id: string, ...Operations: unknown[]) =>
    call('PATCH', `/Users/${id}`, { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
  const user = async (id: string) => {
    const { rows } = await server.db.pool.query<{
      email: string | null;
      external_id: string | null;
      full_name: string;
      role: string;
      is_active: boolean;
      department_id: string | null;
    }>(`select email, external_id, full_name, role, is_active, department_id from users where id = $1`, [id]);
    return rows[0];
  };
  return {
    workspace,
    token,
    connectionId: connections[0]!.id,
    call,
    patch,
    /** The row of the workspace's user. */
    user,
    add: async (changes: Record<string, unknown> = {}): Promise<{ id: string; userName: string }> => {
      const { status, json, text } = await call('POST', '/Users', newUser(changes));
      if (status !== 201) throw new Error(`The user was not added: ${text}`);
      return json;
    },
  };
}
