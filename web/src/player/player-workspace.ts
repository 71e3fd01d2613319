import { packagedModule } from './played-module.ts';

/** Takes the place of `lib/workspace.ts`: files are in the package. */
export const useMediaAddressOf = () => (digest: string) => packagedModule.media[digest] ?? '';
