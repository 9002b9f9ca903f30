import sharp from 'sharp';
import { type Answer, send } from './http.ts';
import type { TestService } from './service.ts';

/** A photo as the `data:` address a request carries. */
export function toDataAddress(photo: Uint8Array, mediaType = 'image/jpeg'): string {
  return `data:${mediaType};base64,${Buffer.from(photo).toString('base64')}`;
}

/** A photo of nothing. */
export function createGreyPhoto(side = 200): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer();
}

/** Files that are refused as photos, by what they are. */
export const unsupportedFiles: Readonly<Record<string, Buffer>> = {
  SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"></svg>'),
  GIF: Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'),
  HTML: Buffer.from('<!doctype html><title>no photo</title>'),
};

/** Registers a reference photo for a CPF as an administrator's back end would. */
export async function putFace(service: TestService, cpf: string, photo: Uint8Array): Promise<Answer> {
  return await send(`${service.url}/v1/people/${cpf}/face`, {
    method: 'PUT',
    token: await service.token('customer'),
    headers: { 'content-type': 'image/jpeg' },
    body: photo as RequestInit['body'],
  });
}
