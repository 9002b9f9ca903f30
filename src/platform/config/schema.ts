import Type from 'typebox';
import { access, externalIssuer } from './groups/access.ts';
import { executions } from './groups/executions.ts';
import { faces, referenceQuality } from './groups/faces.ts';
import { images } from './groups/images.ts';
import { limits } from './groups/limits.ts';
import { people } from './groups/people.ts';
import { privacy } from './groups/privacy.ts';
import { companySearch, registry } from './groups/registry.ts';
import { server } from './groups/server.ts';
import { secrets, storage } from './groups/storage.ts';

/** Every variable of the service: the one source of the configuration's type, defaults, ranges and reference. */
export const configSchema = Type.Object({
  server,
  storage,
  secrets,
  access,
  externalIssuer,
  limits,
  images,
  faces,
  referenceQuality,
  registry,
  companySearch,
  people,
  executions,
  privacy,
});

type Frozen<T> = { readonly [K in keyof T]: Readonly<T[K]> };

/** The configuration, grouped by what it is for. Frozen. */
export type Config = Frozen<Type.Static<typeof configSchema>>;
