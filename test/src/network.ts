const names = /^(node_extra_ca_certs|ssl_cert_(file|dir)|(https?|no)_proxy|npm_config_registry)$/i

/**
 * The network settings of this machine, for a program without our other settings that installs packages. Without its
 * certificates npm tries each package for a minute.
 */
export const network: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => names.test(name)),
)
