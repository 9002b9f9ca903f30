// Loads the API reference with the document of this service, and with nothing of another host.
globalThis.Scalar.createApiReference('#reference', {
  url: new URL('../../openapi.json', document.baseURI).href,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  theme: 'default',
});
