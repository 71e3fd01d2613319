import { Outlet, createRoute } from '@tanstack/react-router';
import { DrivesSearchParams } from '../features/drives/drives-search.ts';
import { DriveFilesSearchParams } from '../features/drives/folders/file-search.ts';
import { SingleSignOnSearchParams } from '../features/issuers/single-sign-on-search.ts';
import { SentNotificationsSearchParams } from '../features/notifications/sent-search.ts';
import { DeliverySearchParams } from '../features/webhooks/deliveries/delivery-search.ts';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspaceRoute } from './root.tsx';

const settings = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'settings',
  component: lazyPage(async () => (await import('../features/settings/settings-layout.tsx')).SettingsLayout),
});

const keysAndTokens = createRoute({
  getParentRoute: () => settings,
  path: '/',
  staticData: { permission: 'tokens:read' },
  component: lazyPage(async () => (await import('../features/settings/keys-and-tokens-page.tsx')).KeysAndTokensPage),
});

const workspaceSettings = createRoute({
  getParentRoute: () => settings,
  path: 'workspace',
  staticData: { permission: 'workspace:read' },
  component: lazyPage(async () => (await import('../features/settings/workspace-page.tsx')).WorkspaceSettingsPage),
});

const usage = createRoute({
  getParentRoute: () => settings,
  path: 'usage',
  staticData: { permission: 'provider_keys:read' },
  component: lazyPage(async () => (await import('../features/provider-keys/usage-page.tsx')).AiUsagePage),
});

const spokenAnswers = createRoute({
  getParentRoute: () => settings,
  path: 'spoken-answers',
  staticData: { permission: 'workspace:read' },
  component: lazyPage(async () => (await import('../features/grading/grading-trust-page.tsx')).GradingTrustPage),
});

const gradingReport = createRoute({
  getParentRoute: () => settings,
  path: 'grading-report',
  staticData: { permission: 'workspace:read' },
  component: lazyPage(
    async () => (await import('../features/grading/grading-report-page.tsx')).AiGradingTransparencyReportPage,
  ),
});

const notifications = createRoute({
  getParentRoute: () => settings,
  path: 'notifications',
  staticData: { permission: 'notifications:read' },
  component: Outlet,
});

const notificationSettings = createRoute({
  getParentRoute: () => notifications,
  path: '/',
  component: lazyPage(
    async () => (await import('../features/notifications/settings/notifications-page.tsx')).NotificationSettingsPage,
  ),
});

const notificationsSent = createRoute({
  getParentRoute: () => notifications,
  path: 'sent',
  staticData: { permission: 'notifications:trace' },
  validateSearch: SentNotificationsSearchParams,
  component: lazyPage(async () => (await import('../features/notifications/sent-page.tsx')).SentNotificationsPage),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: 'webhooks',
  staticData: { permission: 'webhooks:read' },
  component: Outlet,
});

const webhookList = createRoute({
  getParentRoute: () => webhooks,
  path: '/',
  component: lazyPage(async () => (await import('../features/webhooks/webhooks-page.tsx')).WebhooksPage),
});

const webhook = createRoute({
  getParentRoute: () => webhooks,
  path: '$webhook',
  validateSearch: DeliverySearchParams,
  component: lazyPage(async () => (await import('../features/webhooks/endpoint/webhook-page.tsx')).WebhookPage),
});

const identityProviders = createRoute({
  getParentRoute: () => settings,
  path: 'identity-providers',
  staticData: { permission: 'tokens:write' },
  component: lazyPage(async () => (await import('../features/scim/scim-connections-page.tsx')).ScimConnectionsPage),
});

const singleSignOn = createRoute({
  getParentRoute: () => settings,
  path: 'sign-in',
  staticData: { permission: 'workspace:read' },
  validateSearch: SingleSignOnSearchParams,
  component: lazyPage(async () => (await import('../features/issuers/single-sign-on-page.tsx')).SingleSignOnPage),
});

const drives = createRoute({
  getParentRoute: () => settings,
  path: 'drives',
  staticData: { permission: 'drives:read' },
  component: Outlet,
});

const driveList = createRoute({
  getParentRoute: () => drives,
  path: '/',
  validateSearch: DrivesSearchParams,
  component: lazyPage(async () => (await import('../features/drives/drives-page.tsx')).DrivesPage),
});

const driveFiles = createRoute({
  getParentRoute: () => drives,
  path: '$drive',
  validateSearch: DriveFilesSearchParams,
  component: lazyPage(async () => (await import('../features/drives/folders/drive-files-page.tsx')).DriveFilesPage),
});

/** Routes of the settings. */
export const settingsRoutes = [
  settings.addChildren([
    keysAndTokens,
    workspaceSettings,
    usage,
    spokenAnswers,
    gradingReport,
    notifications.addChildren([notificationSettings, notificationsSent]),
    webhooks.addChildren([webhookList, webhook]),
    singleSignOn,
    identityProviders,
    drives.addChildren([driveList, driveFiles]),
  ]),
] as const;
