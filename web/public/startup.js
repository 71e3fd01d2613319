// What must happen before anything is drawn or imported. A file, because the policy allows no inline script.
(() => {
  // Mirrors src/shell/theme.ts: the stored choice, or what the system prefers. A dark page never flashes white.
  let choice = 'auto';
  try {
    choice = localStorage.getItem('color-scheme') ?? 'auto';
  } catch {
    // Storage can be switched off; then the system decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // zod would try whether it may compile code, and the policy's refusal would stand in the browser's console.
  globalThis.__zod_globalConfig = { jitless: true };
})();
