import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { EnrolDevice } from '@training/shared/devices/devices';
import type { Role } from '@training/shared/permissions';
import type { TestWorkspace } from '../../../test/make.ts';
import type { TestServer } from '../../../test/server.ts';

export const PIN = '482915';

/** Fields of the answers of all sign-in routes. */
type Said = {
  code?: string;
  detail?: string;
  workspaces?: string[];
  errors?: unknown[];
  people?: { id: string; name: string; has_picture?: boolean }[];
  pictures?: Record<string, string>;
  is_on_shift?: boolean;
};

/** People who sign in with a number and PIN. */
export function pinsOn(server: TestServer) {
  const { make } = server;
  let made = 0;

  /** Posts as a browser does. Returns the answer and its cookies as a `cookie` header. */
  async function post(path: string, body: object, cookie = '') {
    const answer = await fetch(`${server.base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.base, cookie },
      body: JSON.stringify(body),
    });
    const said: Said = JSON.parse(await answer.text());
    const cookies = answer.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    return { status: answer.status, headers: answer.headers, ...said, cookie: cookies.join('; ') };
  }

  const enter = (workspace: TestWorkspace, external_id: string, pin: string, cookie?: string) =>
    post('/api/auth/sign-in/pin', { workspace: workspace.slug, external_id, pin }, cookie);
  const choose = (workspace: TestWorkspace, code: string, pin: string, cookie?: string) =>
    post('/api/auth/sign-in/pin-code', { workspace: workspace.slug, code, pin }, cookie);

  /** Opens the page of a shared device, with its cookies. */
  const openDevice = (cookie: string) => post('/api/auth/shared-device', {}, cookie);
  const enterDevice = (cookie: string, who: { user_id: string } | { external_id: string }, pin = PIN) =>
    post('/api/auth/sign-in/shared-device', { ...who, pin }, cookie);

  const clientOf = (cookie: string, workspace: TestWorkspace) =>
    server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug });

  /** A workspace that offers PINs, with a super admin. */
  async function world() {
    const workspace = await make.workspace({ peopleWithoutEmail: true, pinSignIn: true, sharedDevices: true });
    const admin = await server.as('super_admin', workspace);
    const department = await make.department(workspace);
    const person = (role: Role = 'learner', departmentId = department.id) =>
      make.userWithoutEmail(workspace, `n-${++made}`, { role, departmentId, fullName: `Number ${made}` });
    const codeFor = async (id: string) => {
      const { codes } = await admin.pins.createCodes.mutate({ user_ids: [id] });
      return codes[0]!.code;
    };
    /** A person with a PIN, signed in. */
    const owner = async (role: Role = 'learner', pin = PIN, departmentId = department.id) => {
      const user = await person(role, departmentId);
      const { cookie } = await choose(workspace, await codeFor(user.id), pin);
      return { ...user, number: user.externalId ?? '', cookie, client: clientOf(cookie, workspace) };
    };
    /** A device that is set up: its cookies. */
    const device = async (changes: Partial<EnrolDevice> = {}, enrols = admin) => {
      const empty = { department_id: null, manager_id: null };
      const input = { name: 'Tablet', shows: 'name' as const, ...empty, ...changes };
      const { id, code } = await enrols.sharedDevices.enrol.mutate(input);
      const { cookie } = await post('/api/auth/shared-device/set-up', { code });
      // Without the session's, which it removes.
      return {
        id,
        cookie: cookie
          .split('; ')
          .filter((each) => !each.endsWith('='))
          .join('; '),
      };
    };
    return { workspace, admin, department, person, codeFor, owner, device };
  }

  return { post, enter, choose, openDevice, enterDevice, clientOf, world };
}
