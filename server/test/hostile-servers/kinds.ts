import { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import { z } from 'zod';
import { readConfig } from '../../src/core/config.ts';
import { parseAddressRanges } from '../../src/platform/address-ranges.ts';
import { OutwardHttpClient } from '../../src/platform/egress/outward-http-client.ts';
import { createAiProviders, createOneSecondSilenceWav } from '../../src/providers/ai/providers.ts';
import { ChatWebhookClient } from '../../src/providers/chat/chat-services.ts';
import type { Drive, DriveItem } from '../../src/providers/drives/drive.ts';
import { createGoogleDrive } from '../../src/providers/drives/google/google-drive.ts';
import { createLarkDrive } from '../../src/providers/drives/lark/lark-drive.ts';
import { DriveEnvironment, readDriveSettings } from '../../src/providers/drives/settings.ts';
import type { Good } from './hostile-server.ts';

/** Secret that all requests show or are signed with; no outcome of an answer may contain it. */
export const SECRET = 'a-secret-that-nobody-may-read-again';

/** Somebody whom the server asks, and what it asks them. */
export type Kind = {
  type: string;
  as: (json: string) => string;
  good?: Good;
  /** The most requests that a refusal may lead to; 2 if absent. */
  requests?: number;
  /** @param patience Milliseconds. @throws what the server would be told */
  ask: (origin: string, patience: number) => Promise<unknown>;
};

const JSON_OF = { type: 'application/json', as: (json: string) => json };
const EVENTS_OF = { type: 'text/event-stream', as: (json: string) => `data: ${json}\n\n` };

function ai(provider: 'anthropic' | 'openai' | 'google' | 'azure_openai' | 'deepgram'): Kind {
  const isSpeech = provider === 'deepgram';
  return {
    ...(isSpeech ? JSON_OF : EVENTS_OF),
    ask(origin, patience) {
      const settings = readConfig({ [`${provider.toUpperCase()}_BASE_URL`]: origin }).ai;
      const wait = {
        verify: patience,
        verifyEndpoint: patience,
        transcribe: patience,
        answer: patience,
        firstChunk: patience,
      };
      const providers = createAiProviders({ ...settings, timeouts: { ...wait, nextChunk: patience } });
      const azure = provider === 'azure_openai';
      const model = azure ? 'training' : (settings.models[provider][0]?.id ?? '');
      const credential = { provider, model, resource: azure ? 'acme' : null, key: SECRET };
      if (isSpeech)
        return providers.transcribe(credential, { audio: createOneSecondSilenceWav(), mediaType: 'audio/wav' });
      const schema = z.object({ answer: z.string() });
      return providers.generate(credential, { system: 'Answer.', prompt: 'Yes?', schema, maxOutputTokens: 64 });
    },
  };
}

/** Asks a customer's endpoint for an answer, or for its models. */
function endpoint(lists: boolean): Kind {
  return {
    ...(lists ? JSON_OF : EVENTS_OF),
    requests: StructuredOutputMode.options.length,
    ask(origin, patience) {
      const settings = readConfig({ AI_PRIVATE_TARGETS: 'loopback' }).ai;
      const timeouts = {
        verify: patience,
        verifyEndpoint: patience,
        transcribe: patience,
        answer: patience,
        firstChunk: patience,
        nextChunk: patience,
      };
      const providers = createAiProviders({ ...settings, timeouts });
      if (lists) return providers.listModels({ baseUrl: origin, key: SECRET });
      const called = { baseUrl: origin, contextTokens: 16_384, form: 'json_schema' as const };
      return providers.generate(
        { provider: 'openai_compatible', model: 'any', resource: null, key: SECRET, endpoint: called },
        { system: 'Answer.', prompt: 'Yes?', schema: z.object({ answer: z.string() }), maxOutputTokens: 64 },
      );
    },
  };
}

const ITEM: DriveItem = {
  id: 'a',
  name: 'a.txt',
  kind: 'file',
  mediaType: 'text/plain',
  parents: null,
  driveId: null,
  trashed: false,
  readable: true,
  size: null,
  checksum: null,
  revision: null,
  changedAt: null,
  url: null,
  target: null,
  resourceKey: null,
};
const GOOGLE_DOC = 'application/vnd.google-apps.document';

const TOKEN = JSON.stringify({
  access_token: SECRET,
  expires_in: 3_600,
  code: 0,
  tenant_access_token: SECRET,
  expire: 3_600,
});
const withToken: Good = (path) => (/\/token$|tenant_access_token/.test(path) ? { body: TOKEN } : undefined);

function google(ask: (drive: Drive) => Promise<unknown>, good: Good = withToken): Kind {
  return {
    ...JSON_OF,
    good,
    ask(origin, patience) {
      const env = { GOOGLE_DRIVE_BASE_URL: origin, GOOGLE_OAUTH_BASE_URL: origin };
      const client = { GOOGLE_DRIVE_CLIENT_ID: 'client', GOOGLE_DRIVE_CLIENT_SECRET: SECRET };
      const settings = readDriveSettings(DriveEnvironment.parse({ ...env, ...client })).google;
      const drives = createGoogleDrive(settings, { json: patience, file: patience });
      return ask(drives.open({ auth: 'oauth', refreshToken: SECRET }, { connectionId: 'a', version: 1 }));
    },
  };
}

function lark(ask: (drive: Drive, signal: AbortSignal) => Promise<unknown>, good: Good = withToken): Kind {
  return {
    ...JSON_OF,
    good,
    ask(origin, patience) {
      const settings = readDriveSettings(DriveEnvironment.parse({ LARK_BASE_URL: origin })).lark;
      const app = { auth: 'app', kind: 'lark', appId: 'cli_a', appSecret: SECRET } as const;
      const drive = createLarkDrive(settings).open(
        { ...app, encryptKey: null, verificationToken: null },
        { connectionId: 'a', version: 1 },
      );
      return ask(drive, AbortSignal.timeout(patience));
    },
  };
}

/** Names the parts of a document; its text is its owner's, whatever it is. */
const contentOf = async (reading: Promise<object>) => Object.keys(await reading);

const open = () => new OutwardHttpClient({ http: true, privateTargets: parseAddressRanges(['loopback']) });

function chat(kind: 'slack' | 'teams' | 'google_chat' | 'lark', url: string): Kind {
  return {
    ...JSON_OF,
    async ask(standIn) {
      const services = new ChatWebhookClient(open(), { standIn, origin: () => 'https://training.example.com' });
      const link = { label: 'Open', url: 'https://training.example.com' };
      const outcome = await services.post({ kind, url, secret: SECRET }, { title: 'Hello', lines: [], link });
      // What the reader sees is one of our words.
      return z.object({ result: z.enum(['later', 'refused', 'gone', 'accepted']) }).parse(outcome);
    },
  };
}

/** Everybody whom the server asks something, but for single sign-on and mail, which are asked otherwise. */
export const KINDS: Record<string, Kind> = {
  'a model of Anthropic': ai('anthropic'),
  'a model of OpenAI': ai('openai'),
  'a model of Google': ai('google'),
  'a model of Azure': ai('azure_openai'),
  'a customer’s endpoint': endpoint(false),
  'the models of a customer’s endpoint': endpoint(true),
  'speech of Deepgram': ai('deepgram'),
  'Google’s tokens': google(
    (drive) => drive.account(),
    () => undefined,
  ),
  'Google’s folders': google(async (drive) => (await drive.list({ id: 'a', driveId: null }, null)).items),
  'Google’s changes': google((drive) => drive.feed!.changes(null, '1')),
  'Google’s exports': google((drive) => contentOf(drive.read({ ...ITEM, mediaType: GOOGLE_DOC }))),
  'Google’s files': google((drive) => contentOf(drive.read(ITEM))),
  'Lark’s tokens': lark(
    (drive, signal) => drive.account(signal),
    () => undefined,
  ),
  'Lark’s folders': lark(async (drive, signal) => (await drive.list({ id: 'a', driveId: null }, null, signal)).items),
  'Lark’s items': lark((drive, signal) => drive.get({ id: 'a', driveId: null }, signal)),
  'Lark’s subscriptions': lark((drive, signal) => drive.subscribe!({ ...ITEM, mediaType: 'docx' }, signal)),
  'Lark’s long connection': {
    ...JSON_OF,
    async ask(origin, patience) {
      const settings = readDriveSettings(DriveEnvironment.parse({ LARK_BASE_URL: origin })).lark;
      const ended = new AbortController();
      const said: object[] = [];
      await createLarkDrive(settings).keepLongConnection(
        { kind: 'lark', appId: 'cli_a', appSecret: SECRET },
        {
          onEvent: () => Promise.resolve(),
          onConnected: () => undefined,
          stopping: AbortSignal.any([ended.signal, AbortSignal.timeout(patience)]),
          log: {
            info: () => undefined,
            // It would be opened again, after a while.
            warn: (fields: object) => {
              said.push(fields);
              ended.abort();
            },
          },
        },
      );
      return said;
    },
  },
  'Lark’s documents': lark((drive, signal) => contentOf(drive.read({ ...ITEM, mediaType: 'docx' }, signal))),
  'Lark’s files': lark((drive, signal) => contentOf(drive.read({ ...ITEM, mediaType: 'file' }, signal))),
  'a webhook': {
    ...JSON_OF,
    async ask(origin, deadline) {
      const headers = { 'webhook-signature': SECRET };
      const { failure, ...answer } = await open().post({ url: origin, headers, body: '{}', deadline, keepAlive: true });
      // What the receiver says may be shown to who owns it.
      return failure ?? z.object({ status: z.number(), body: z.string().max(65_536) }).parse(answer).status;
    },
  },
  Slack: chat('slack', 'https://hooks.slack.com/services/T0/B0/abc'),
  Teams: chat('teams', 'https://acme.webhook.office.com/webhookb2/a'),
  'Google Chat': chat('google_chat', 'https://chat.googleapis.com/v1/spaces/A/messages?key=a&token=b'),
  'a Lark bot': chat('lark', 'https://open.larksuite.com/open-apis/bot/v2/hook/abc'),
};
