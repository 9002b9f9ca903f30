import type { OutboundRequest } from '../../platform/outbound/index.ts';
import { fillHeader, fillJson, fillUrl, type Places } from './fill-placeholders.ts';
import type { ProviderDescription } from './provider-description.ts';

export type ProviderRequest = Pick<OutboundRequest, 'method' | 'url' | 'headers' | 'body'>;

/** The request about one subject. Throws `MissingPlace` where something that it needs is not known or cannot be sent. */
export function buildRequest({ request }: ProviderDescription, places: Places): ProviderRequest {
  const headers: Record<string, string> = { accept: 'application/json' };
  let body: string | undefined;
  if (request.json !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(fillJson(request.json, places));
  } else if (request.form !== undefined) {
    headers['content-type'] = 'application/x-www-form-urlencoded';
    body = new URLSearchParams(fillJson(request.form, places) as Record<string, string>).toString();
  }
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers[name.toLowerCase()] = fillHeader(value, places);
  }
  return { method: request.method, url: fillUrl(request.url, places), headers, body };
}
