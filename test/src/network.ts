const names = /^(node_extra_ca_certs|ssl_cert_(file|dir)|(https?|no)_proxy|npm_config_registry)$/i

/**
 * How this machine reaches the network, for a program that gets no other setting of ours and installs something. Without its
 * certificates npm tries each package for a minute.
 */
export const network: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => names.test(name)),
)
