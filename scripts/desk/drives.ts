import { json } from 'node:stream/consumers';
import { startGoogleStandIn } from '../../server/test/drives/google-stand-in.ts';
import { startLarkStandIn } from '../../server/test/drives/lark-stand-in.ts';
import { DEMO_DOCUMENTS } from './demo-documents.ts';
import { sendState, servePage, type Answer } from './serve-page.ts';

/** The account of the demo's Google Drive. */
export const DEMO_ACCOUNT = 'handbook@harbour-field.example';

/** The Lark app of the demo's drive. */
export const DEMO_APP = { id: 'cli_a1b2c3d4e5f6a7b8', secret: 'harbour-field-demo-secret' };

/** The operations that the page needs on a drive. */
interface DemoDrive {
  name: string;
  folder: string;
  documents(): { id: string; name: string; text: string; trashed: boolean }[];
  edit(id: string, text: string): void;
  trash(id: string): void;
  restore(id: string): void;
}

export type DrivesDesk = Awaited<ReturnType<typeof startDrivesDesk>>;

/**
 * Starts fake drives, and a page to edit their documents.
 * @param port The port of the page; the fake servers of Google and Lark use the next two. 0 picks free ports.
 */
export async function startDrivesDesk(port: number) {
  const google = await startGoogleStandIn({ port: port && port + 1 });
  const lark = await startLarkStandIn({
    port: port && port + 2,
    app: { appId: DEMO_APP.id, appSecret: DEMO_APP.secret },
  });
  let version = 0;
  const drives = [demoOfGoogle(google), demoOfLark(lark)];
  const shown = () => drives.map((each, drive) => ({ ...each, drive, documents: each.documents() }));

  function change(asked: unknown): void {
    if (typeof asked !== 'object' || asked === null || !('drive' in asked) || !('id' in asked)) return;
    const drive = drives[Number(asked.drive)];
    const id = String(asked.id);
    if (drive?.documents().some((each) => each.id === id) !== true) throw new Error(`There is no document ${id}.`);
    if ('text' in asked) drive.edit(id, String(asked.text));
    if ('trashed' in asked) {
      if (asked.trashed === true) drive.trash(id);
      else drive.restore(id);
    }
    version++;
  }

  const answer: Answer = (asked, request, response) => {
    if (asked === 'GET /state') {
      sendState(request, response, { version, drives: shown() });
      return Promise.resolve();
    }
    if (asked !== 'POST /change') return false;
    return json(request)
      .then(change)
      .then(() => void response.writeHead(204).end());
  };
  const page = await servePage('drives', port, answer);

  return {
    url: page.url,
    google,
    lark,
    /** Environment variables that make a server read these drives. */
    env: { ...google.env, ...lark.env },
    async stop() {
      page.stop();
      await Promise.all([google.stop(), lark.stop()]);
    },
  };
}

function demoOfGoogle({ world }: Awaited<ReturnType<typeof startGoogleStandIn>>): DemoDrive {
  const { folder, documents } = DEMO_DOCUMENTS.google;
  const place = world.folder({ name: folder, in: world.account(DEMO_ACCOUNT) });
  const ids = documents.map(({ name, text }) => world.document({ name, text, in: place }));
  return {
    name: 'Google Drive',
    folder,
    documents: () =>
      ids.map((id) => {
        const { name, text = '', trashed } = world.get(id);
        return { id, name, text, trashed };
      }),
    edit: (id, text) => world.edit(id, text),
    trash: (id) => world.trash(id),
    restore: (id) => world.restore(id),
  };
}

function demoOfLark({ drive }: Awaited<ReturnType<typeof startLarkStandIn>>): DemoDrive {
  const { folder, documents } = DEMO_DOCUMENTS.lark;
  const place = drive.addFolder(folder);
  const tokens = documents.map(({ name, text }) => drive.addDocx(name, text, place));
  return {
    name: 'Lark Drive',
    folder,
    documents: () =>
      tokens.map((id) => {
        const { name, text, trashed } = drive.mustGet(id);
        return { id, name, text, trashed };
      }),
    edit: (id, text) => drive.edit(id, text),
    trash: (id) => drive.trash(id),
    restore: (id) => drive.restore(id),
  };
}
