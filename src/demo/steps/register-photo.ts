import { type Cpf, maskCpf } from '../../platform/documents/index.ts';
import type { SendRequest } from '../exchange.ts';
import type { DemoObservations } from '../observations.ts';

/** Registers the photo as the first reference of the CPF, the image itself being the body. */
export async function registerPhoto(
  send: SendRequest,
  token: string,
  cpf: Cpf,
  photo: Uint8Array,
): Promise<DemoObservations['registration']> {
  const { status, body } = await send('PUT', `/v1/people/${cpf}/face`, {
    token,
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(photo),
    shownPath: `/v1/people/${maskCpf(cpf)}/face`,
    show: ({ id, references }) => ({ id, references }),
    needs: 201,
  });
  return { status, references: body.references };
}
