import { customerAccess } from '../../web/access.ts';
import type { App } from '../../web/app.ts';
import { disconnectionOf } from '../../web/disconnection-of.ts';
import { HttpError } from '../../web/errors.ts';
import { photoBody, refusals } from '../../web/schemas.ts';
import { type AttachPhotoDeps, attachmentsKept, attachPhoto } from '../attach-photo.ts';
import { casesErrorCatalogue } from '../errors.ts';
import {
  actorOf,
  CaseAnswerSchema,
  CaseParams,
  noteCase,
  representWithNames,
  tags,
} from './case-representation.ts';

export function attachPhotoRoute(app: App, { attachments }: { readonly attachments: AttachPhotoDeps }): void {
  app.route({
    method: 'POST',
    url: '/v1/cases/:caseId/attachments',
    config: {
      access: customerAccess('cases:write'),
      audit: { action: 'case.attach' },
      documentedBody: photoBody,
    },
    schema: {
      operationId: 'attachPhoto',
      tags,
      summary: 'Add a photo to a case',
      description: `The body is the image itself. At most ${attachmentsKept} for each case, until its decision.`,
      params: CaseParams,
      response: {
        201: CaseAnswerSchema,
        ...refusals(casesErrorCatalogue, 'case_not_found', 'case_state_wrong'),
      },
    },
    handler: async (request, reply) => {
      const { body } = request as { body: unknown };
      if (!(body instanceof Uint8Array) || body.length === 0) {
        throw new HttpError('body_malformed', { detail: 'The body is not an image.' });
      }
      const photo = { bytes: body, signal: disconnectionOf(reply) };
      const found = await attachPhoto(attachments, request.params.caseId, photo, actorOf(request));
      noteCase(request, found);
      return await reply
        .code(201)
        .send({ requestId: request.id, ...(await representWithNames(attachments, found)) });
    },
  });
}
