import '../shell/mantine.css';
import '../shell/shell.css';
import './player.css';
import { createRoot } from 'react-dom/client';
import { Lms } from './lms.ts';
import { packagedModule } from './played-module.ts';
import { Player } from './player.tsx';
import { parseSuspendData } from './progress.ts';

const lms = new Lms();
const root = document.querySelector('#root');
if (root) {
  const resumed = parseSuspendData(packagedModule, lms.suspended);
  createRoot(root).render(<Player module={packagedModule} lms={lms} resumed={resumed} />);
}

addEventListener('pagehide', () => lms.finish());
// The page comes back from the browser's cache, but its visit has ended.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});
