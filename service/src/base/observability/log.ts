import { pino, type Logger } from 'pino'

export type Log = Logger

// Names that are redacted up to two levels deep. Bodies and headers are not logged at all; this is a second protection.
const secrets = [
  'privatekey',
  'password',
  'token',
  'authorization',
  'cookie',
  'secret',
  'x-app-signed-data',
  'x-sandbox-token',
]

export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  })
}
