import { hostname } from 'node:os'

/** PostgreSQL keeps this many bytes. */
const longest = 63

/** What pg_stat_activity and the server's log show: which process it is, and what it does. */
export const applicationName = (role: 'api' | 'worker' | 'both' | 'migrate' | 'command'): string =>
  `specie ${role} ${process.pid}@${hostname()}`.slice(0, longest)
