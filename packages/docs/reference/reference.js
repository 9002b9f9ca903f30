// Shows the document of this service, and asks no other host. Requests and tokens go to the address that the page came
// from: behind a proxy, or by another name, the document names another one.
const base = new URL('../..', document.baseURI).href.replace(/\/$/, '');
const here = (address) => address.replace(/^https?:\/\/[^/]+/, new URL(base).origin);

fetch(`${base}/openapi.json`)
  // On a web server without the service: the document of the release.
  .then((answer) => (answer.ok ? answer : fetch('openapi.json')))
  .then((answer) => answer.json())
  .then((spec) => {
    const { clientCredentials } = spec.components.securitySchemes.token.flows;
    clientCredentials.tokenUrl = here(clientCredentials.tokenUrl);
    leaveOutWhatMayBe(spec);
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

/** A trial is filled with the examples of all parameters: an example of a cursor or a key would be refused. */
function leaveOutWhatMayBe({ paths, components }) {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const parameters = operations.flatMap((operation) => operation.parameters ?? []);
  for (const parameter of [...parameters, ...Object.values(components.parameters)]) {
    if (!parameter.required) delete parameter.example;
  }
}
