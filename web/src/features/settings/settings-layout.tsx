import { Outlet } from '@tanstack/react-router';
import { SettingsNav } from './settings-nav.tsx';

/** Every page of the settings. */
export function SettingsLayout() {
  return (
    <>
      <SettingsNav />
      <Outlet />
    </>
  );
}
