import { parseArgs } from 'node:util';
import { measureProfileReads } from './measure-reads.ts';

// node bench/profiles/read.ts [--clients N]
//
// Requests a second of GET /v1/companies/{cnpj} and /v1/people/{cpf}, and of a bare route, by turns; on the embedded database, and with
// CONFERE_BENCH_DATABASE_URL (a PostgreSQL superuser) on PostgreSQL as well.
const { values } = parseArgs({ options: { clients: { type: 'string', default: '64' } } });
const clients = Number(values.clients);
const say = (text: string) => void process.stderr.write(`${text}\n`);
console.log(
  JSON.stringify(await measureProfileReads({ database: 'embedded', serverUrl: undefined, clients, say })),
);
const serverUrl = process.env.CONFERE_BENCH_DATABASE_URL;
if (serverUrl !== undefined) {
  console.log(JSON.stringify(await measureProfileReads({ database: 'postgres', serverUrl, clients, say })));
}
