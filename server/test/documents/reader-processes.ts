import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

type ReaderProcess = { pid: number; parent: number; cpuSeconds: number };

/** All reading processes of this machine, other servers' too; what is dead and not yet buried doesn't count. */
export function readerProcesses(): ReaderProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs();
}

export function readersOf(parent: number): ReaderProcess[] {
  return readerProcesses().filter((reader) => reader.parent === parent);
}

/** Built, or a source that a script of a test runs. */
const ENTRY = '/document-reader.';

function fromProc(): ReaderProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      if (!readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(ENTRY)) return [];
      // After the name in brackets: state, parent, … and user and system time in hundredths of a second.
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number);
      const [, parent = 0] = fields;
      const [user = 0, system = 0] = fields.slice(11);
      return [{ pid: Number(name), parent, cpuSeconds: (user + system) / 100 }];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

function fromPs(): ReaderProcess[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,time=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .filter((line) => line.includes(ENTRY))
    .map((line) => {
      const [pid, parent, time = ''] = line.trim().split(/\s+/);
      const cpuSeconds = time.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);
      return { pid: Number(pid), parent: Number(parent), cpuSeconds };
    });
}
