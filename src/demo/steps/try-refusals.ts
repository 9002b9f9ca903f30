import type { Cpf } from '../../platform/documents/index.ts';
import type { RequestOptions, SendRequest } from '../exchange.ts';
import type { Refusal } from '../observations.ts';
import { toDataAddress } from './compare-photo.ts';

/** Requests that have to be refused, each for one reason. */
export async function tryRefusals(
  send: SendRequest,
  asked: {
    readonly mobileToken: string;
    readonly customerToken: string;
    readonly cpf: Cpf;
    readonly unknownCpf: Cpf;
    readonly photo: Uint8Array;
  },
): Promise<readonly Refusal[]> {
  const json = { peopleId: asked.cpf, imageUrl: toDataAddress(asked.photo) };
  const attempt = async (
    what: string,
    expectedStatus: number,
    expectedCode: string,
    options: RequestOptions,
  ): Promise<Refusal> => {
    const { status, body } = await send('POST', '/faces/authenticate', {
      ...options,
      note: what,
      show: ({ code, title }) => ({ code, title }),
    });
    return { what, expectedStatus, expectedCode, status, code: body.code };
  };
  return [
    await attempt('a CPF without a face', 404, 'face_not_registered', {
      token: asked.mobileToken,
      json: { ...json, peopleId: asked.unknownCpf },
    }),
    await attempt('no token', 400, 'access_token_missing', { json }),
    await attempt("the back end's token", 401, 'token_wrong_product', {
      token: asked.customerToken,
      json,
    }),
  ];
}
