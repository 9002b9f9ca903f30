import type { Cpf } from '../../platform/documents/index.ts';
import type { SendRequest } from '../exchange.ts';
import type { AttemptData, Comparison } from '../observations.ts';

/** The photo as an address with everything in it, as an app without a web server sends one. */
export function toDataAddress(photo: Uint8Array): string {
  return `data:image/jpeg;base64,${Buffer.from(photo).toString('base64')}`;
}

/** The phone compares a photo with the face registered for the CPF, then the back end reads the attempt back. */
export async function comparePhoto(
  send: SendRequest,
  tokens: { readonly phone: string; readonly backEnd: string },
  cpf: Cpf,
  sent: { readonly photo: string; readonly isSameWoman: boolean; readonly bytes: Uint8Array },
): Promise<Comparison> {
  const answer = await send('POST', '/faces/authenticate', {
    token: tokens.phone,
    json: { peopleId: cpf, imageUrl: toDataAddress(sent.bytes) },
    note: sent.photo,
  });
  const attemptId = answer.headers.get('x-attempt-id');
  const found = await send('GET', `/faces/authenticate/${attemptId}`, {
    token: tokens.backEnd,
    show: ({ data }) => {
      const { id, isMatch } = (data ?? {}) as Partial<AttemptData>;
      return { data: { id, isMatch } };
    },
  });
  return {
    photo: sent.photo,
    isSameWoman: sent.isSameWoman,
    durationMs: answer.durationMs,
    status: answer.status,
    isMatch: answer.body.isMatch,
    attemptId,
    attemptStatus: found.status,
    attempt: found.body.data as AttemptData | undefined,
  };
}
