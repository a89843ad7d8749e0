import { hostname } from 'node:os'

/** The maximum length in PostgreSQL, in bytes. */
const longest = 63

/** Identifies the process and its role in pg_stat_activity and the server's log. */
export const applicationName = (role: 'api' | 'worker' | 'both' | 'migrate' | 'command'): string =>
  `specie ${role} ${process.pid}@${hostname()}`.slice(0, longest)
