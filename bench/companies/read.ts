import { measureCompanyRead } from './measure-company-read.ts';

// node bench/companies/read.ts
//
// Requests a second of GET /v1/companies/{cnpj} and of a bare route, by turns; on the embedded database, and with
// CONFERE_BENCH_DATABASE_URL (a PostgreSQL superuser) on PostgreSQL as well.
const say = (text: string) => void process.stderr.write(`${text}\n`);
console.log(JSON.stringify(await measureCompanyRead({ database: 'embedded', serverUrl: undefined, say })));
const serverUrl = process.env.CONFERE_BENCH_DATABASE_URL;
if (serverUrl !== undefined) {
  console.log(JSON.stringify(await measureCompanyRead({ database: 'postgres', serverUrl, say })));
}
