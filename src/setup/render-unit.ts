export type UnitOptions = {
  /** Where `.env` is; the service starts in it. */
  readonly folder: string;
  readonly dataDir: string;
  /** The user that the service runs as. */
  readonly user: string;
  /** Path of Node, and of the program that starts the command line. */
  readonly node: string;
  readonly program: string;
};

/** A systemd unit that runs the service as a user of its own, which may write to the data folder only. */
export function renderUnit({ folder, dataDir, user, node, program }: UnitOptions): string {
  return `[Unit]
Description=Confere, identity and profile verification
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
User=${user}
WorkingDirectory=${folder}
ExecStart="${node}" "${program}" serve
ExecReload=/bin/kill -HUP $MAINPID
Restart=on-failure
RestartSec=5
TimeoutStopSec=60
UMask=0077
NoNewPrivileges=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectSystem=strict
ProtectHome=read-only
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
ReadWritePaths="${dataDir}"

[Install]
WantedBy=multi-user.target
`;
}
