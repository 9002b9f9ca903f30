/** The page at `/docs/` of a service that has no documentation site: what is missing, how to get it, what is here. */
export function renderMissingPage({ hasReference }: { readonly hasReference: boolean }): string {
  const reference = hasReference
    ? '<li><a href="reference/">API reference</a> · referência da API</li>'
    : '<li>The API reference is not built either. A referência da API também não.</li>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Confere: documentation not built</title>
</head>
<body>
<main>
<h1>The documentation site is not built</h1>
<p>Run <code>npm run build:docs</code> in the folder of the service, then reload this page. The build takes about
20 seconds. The installable package and the container image have the site.</p>
<p lang="pt-BR">O site da documentação ainda não foi gerado. Execute <code>npm run build:docs</code> na pasta do
serviço e recarregue esta página. O pacote e a imagem já vêm com ele.</p>
<ul>
${reference}
<li><a href="../openapi.json">OpenAPI document</a> · documento OpenAPI</li>
</ul>
</main>
</body>
</html>
`;
}
