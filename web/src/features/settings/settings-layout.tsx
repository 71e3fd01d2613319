import { Outlet } from '@tanstack/react-router';
import { SettingsNav } from './settings-nav.tsx';

/** The layout of all settings pages. */
export function SettingsLayout() {
  return (
    <>
      <SettingsNav />
      <Outlet />
    </>
  );
}
