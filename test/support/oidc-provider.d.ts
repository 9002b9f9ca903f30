/** The part of oidc-provider 9 that tests use as another issuer; the package has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type ProviderClient = {
    readonly clientId: string;
    readonly scope: string;
    /** From `extraClientMetadata`. */
    readonly product: string;
  };

  /** The Koa context of a request. */
  export type ProviderContext = {
    readonly oidc: {
      /** The parsed form; a field sent twice is an array. */
      readonly body: Readonly<Record<string, string | string[] | undefined>>;
      readonly params: Record<string, string | undefined>;
    };
    status: number;
    path: string;
    body: unknown;
    readonly req: IncomingMessage;
    readonly response: { readonly headers: Readonly<Record<string, unknown>> };
    set(name: string, value: string): void;
    remove(name: string): void;
  };

  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    readonly Client: {
      readonly prototype: { compareClientSecret(this: ProviderClient, secret: string): Promise<boolean> };
    };
    use(middleware: (context: ProviderContext, next: () => Promise<void>) => Promise<void>): this;
    on(event: 'error', listener: (error: unknown) => void): this;
    on(event: 'server_error', listener: (context: ProviderContext, error: unknown) => void): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }

  export const errors: {
    readonly InvalidClientAuth: new (detail: string) => Error;
    readonly InvalidRequest: new (description: string) => Error;
    readonly InvalidScope: new (description: string, scope?: string) => Error;
    readonly InvalidTarget: new (description?: string) => Error;
    readonly OIDCProviderError: new (status: number, error: string, options?: { cause?: unknown }) => Error;
  };
}
