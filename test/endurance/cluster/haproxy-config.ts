/** What stands behind the balancer. */
export type Balanced = {
  readonly httpPort: number;
  readonly databasePort: number;
  readonly replicas: readonly { readonly name: string; readonly port: number }[];
  readonly primaryPort: number;
  readonly standbyPort: number;
};

/**
 * A configuration of haproxy as operators write it: replicas by their readiness, requests sent again only where no
 * connection came about, and PostgreSQL by whether it answers. The balancer does not know which of the two databases
 * takes writes.
 */
export function describeHaproxy({ httpPort, databasePort, replicas, ...database }: Balanced): string {
  return `
global
  maxconn 500
defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch
listen web
  mode http
  bind 127.0.0.1:${httpPort}
  balance roundrobin
  option forwardfor
  retry-on conn-failure
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr host 127.0.0.1
  http-check expect status 200
${replicas.map(({ name, port }) => `  server ${name} 127.0.0.1:${port} ssl verify none check inter 500 fall 2 rise 1`).join('\n')}
listen database
  mode tcp
  bind 127.0.0.1:${databasePort}
  timeout client 1h
  timeout server 1h
  option tcp-check
  server primary 127.0.0.1:${database.primaryPort} check inter 500 fall 2 rise 2 on-marked-down shutdown-sessions on-marked-up shutdown-backup-sessions
  server standby 127.0.0.1:${database.standbyPort} check inter 500 fall 2 rise 2 backup on-marked-down shutdown-sessions
`;
}
