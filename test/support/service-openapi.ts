import { send } from './http.ts';
import { type ServiceScope, startTestService } from './service.ts';
import { createStandInEngine } from './service-engine.ts';

/** The address that stands in the documented form of the document. */
export const documentedUrl = 'https://confere.example';

/** The OpenAPI document of a service that listens at `https://confere.example`. */
export async function readOpenApiDocument(): Promise<unknown> {
  const endings: (() => unknown)[] = [];
  const scope: ServiceScope = { after: (ending) => endings.push(ending) };
  try {
    const service = await startTestService(scope, 'embedded', {
      engine: createStandInEngine(),
      env: { BASE_URL: documentedUrl },
    });
    return (await send(`${service.url}/openapi.json`)).body;
  } finally {
    for (const ending of endings.reverse()) await ending();
  }
}
