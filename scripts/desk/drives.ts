import { json } from 'node:stream/consumers';
import { startGoogleStandIn } from '../../server/test/drives/google-stand-in.ts';
import { startLarkStandIn } from '../../server/test/drives/lark-stand-in.ts';
import { DEMO_DOCUMENTS } from './demo-documents.ts';
import { sendState, servePage, type Answer } from './serve-page.ts';

/** Whose Google Drive the demo has. */
export const DEMO_ACCOUNT = 'handbook@harbour-field.example';

/** The app of Lark that has the demo’s drive. */
export const DEMO_APP = { id: 'cli_a1b2c3d4e5f6a7b8', secret: 'harbour-field-demo-secret' };

/** What the page needs of a drive that it edits. */
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
 * Drives in the place of the real ones, and a page on which their documents are edited.
 * @param port The page's; the stand-ins of Google and of Lark have the two after it. 0: each has whatever is free.
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
    /** What makes a server read these drives. */
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
