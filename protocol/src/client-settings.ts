/**
 * The environment variables of clients: of the `specie` command, and of the programs in samples/. The service and its clients
 * may share an environment, so the service knows these names and ignores them.
 */
export const clientSettings = {
  url: 'SPECIE_URL',
  token: 'SPECIE_TOKEN',
  config: 'SPECIE_CONFIG',
  sandboxToken: 'SPECIE_SANDBOX_TOKEN',
  adapterSecret: 'SPECIE_ADAPTER_SECRET',
  adapterToken: 'SPECIE_ADAPTER_TOKEN',
  /** For the samples only: a file with the private key, and whether the sandbox is used. */
  key: 'SPECIE_KEY',
  sandbox: 'SPECIE_SANDBOX',
} as const
