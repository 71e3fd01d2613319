import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export type ZipEntry = {
  name: string;
  /** Packed already, as PDFs are: stored as it is. */
  stored?: true;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
};

const NOTHING = new Uint8Array(0);

/** Packs files one after the other, each piece as soon as it is there; nothing waits in memory but the last piece. */
export async function* zipped(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failed: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failed = error;
    else if (piece.length > 0) ready.push(piece);
  });
  const taken = () => {
    if (failed) throw failed;
    const pieces = ready;
    ready = [];
    return pieces;
  };
  for await (const { name, stored, body } of entries) {
    const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const piece of body) {
      file.push(piece);
      yield* taken();
    }
    file.push(NOTHING, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
