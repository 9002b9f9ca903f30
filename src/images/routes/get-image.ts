import { Type } from '@fastify/type-provider-typebox';
import { pickErrors } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { App } from '../../web/app.ts';
import { errorResponses } from '../../web/schemas.ts';
import { imageIdKind } from '../declarations.ts';
import { imageErrorCatalogue } from '../errors.ts';
import type { ImageLinks } from '../image-links.ts';
import { readImage } from '../read-image.ts';

export type GetImageRouteDeps = {
  readonly faces: Parameters<typeof readImage>[0];
  readonly findPersonOfImage: (imageId: string) => Promise<string | undefined>;
  readonly imageLinks: ImageLinks;
};

export function getImageRoute(app: App, deps: GetImageRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/images/:imageId',
    config: { access: { kind: 'public' }, audit: { action: 'image.read' } },
    schema: {
      operationId: 'getImage',
      tags: ['Face authentication'],
      summary: 'Read a photo by the signed link of an attempt',
      description:
        'The link is the permission: no token is needed. The audit log names the account or client that was given the link, with the `X-Purpose` of that request. A link that has expired or was altered is 404.',
      params: Type.Object({ imageId: Type.String() }),
      // Of any form, since a link that is not ours is 404 and never 400.
      querystring: Type.Object({
        expires: Type.Optional(Type.Any({ description: 'As in the link.' })),
        holder: Type.Optional(Type.Any({ description: 'As in the link, if there.' })),
        signature: Type.Optional(Type.Any({ description: 'As in the link.' })),
      }),
      response: {
        200: {
          description: 'The photo, in the format it was sent in.',
          content: { 'image/*': { schema: Type.String({ format: 'binary' }) } },
        },
        ...errorResponses(400, pickErrors(imageErrorCatalogue, 'image_link_invalid', 'image_not_found')),
      },
    },
    handler: async (request, reply) => {
      const { imageId } = request.params;
      if (isId(imageIdKind, imageId)) request.auditTarget = imageId;
      const { expires, signature, holder } = request.query;
      const madeFor = deps.imageLinks.verify(imageId, expires, signature, holder);
      request.linkHolder = madeFor?.id;
      request.purpose = madeFor?.purpose;
      const [{ bytes, contentType }, personId] = await Promise.all([
        readImage(deps.faces, imageId),
        deps.findPersonOfImage(imageId),
      ]);
      if (personId !== undefined) request.auditSubjects = [personId];
      return await reply
        .type(contentType)
        .header('cache-control', 'private, no-store')
        .header('content-disposition', 'inline')
        // The link is the permission: whoever was given it may show the photo on a page of their own.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) as never);
    },
  });
}
