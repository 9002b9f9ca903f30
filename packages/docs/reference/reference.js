// Shows the document of this service, and asks no other host. Requests and tokens go to the address that the page came
// from: behind a proxy, or by another name, the document names another one.
const base = new URL('../..', document.baseURI).href.replace(/\/$/, '');
const here = (address) => address.replace(/^https?:\/\/[^/]+/, new URL(base).origin);

fetch(`${base}/openapi.json`)
  .then((answer) => answer.json())
  .then((spec) => {
    const { clientCredentials } = spec.components.securitySchemes.token.flows;
    clientCredentials.tokenUrl = here(clientCredentials.tokenUrl);
    globalThis.SwaggerUIBundle({
      dom_id: '#reference',
      spec: { ...spec, servers: [{ url: base }] },
      deepLinking: true,
      displayRequestDuration: true,
      docExpansion: 'none',
      filter: true,
      persistAuthorization: false,
      validatorUrl: 'none',
    });
  });
