import type { Usage } from './command.ts'

// Commands that need the machine of the service: its database, its keys or its data folder (ADR 52). They run with the code of
// `@specie/local`; help and completion read this table.

const auditKey = { value: 'HEX', does: 'the public key to trust; by default the key of KEYSTORE, or of the first head' }

export const machineCommands = {
  check: {
    does: 'verify books, rows, seals, bank and chains; exit code 1 on a break, 3 when a chain or the provider is not reachable, 5 when an institution owes money',
    options: {
      full: { does: 'from the first journal on; by default since the last check that found no break' },
      json: { does: 'the answer as JSON' },
      'audit-key': auditKey,
    },
    examples: ['', '--full --json'],
  },
  migrate: {
    does: 'migrate the database to this version, as its owner (DATABASE_OWNER_URL)',
    options: {
      'former-server': {
        value: 'SYSTEM/TIMELINE',
        does: 'the server that the database was on before it was restored or moved on purpose',
      },
    },
    examples: ['', '--former-server 7381923441234567890/3'],
  },
  'audit verify': {
    does: 'recompute the audit chain, search it for its signed heads and for one noted earlier, and verify every decision and signature of people',
    options: {
      heads: { value: 'FILE', does: 'heads that were stored elsewhere' },
      'audit-key': auditKey,
      head: { value: 'SEQ:HASH', does: 'a head in the form of specie audit head' },
      chain: { value: 'FILE', does: 'a chain in the form of specie audit export, instead of the database' },
    },
    examples: ['', '--chain chain.jsonl --heads heads.jsonl'],
  },
  'audit head': { does: 'print the head of the audit chain, to store it elsewhere', examples: [''] },
  'audit key': {
    does: 'print the public key that signs heads of the audit chain, to store it elsewhere',
    examples: [''],
  },
  'audit export': {
    does: 'print all entries of the audit chain, one per line, for audit verify --chain',
    examples: ['> chain.jsonl'],
  },
  'keys create': {
    does: 'create the keystore that KEYSTORE names, sealed with KEYSTORE_PASSPHRASE',
    examples: [''],
  },
  'chains deploy': {
    words: ['CHAIN'],
    does: 'deploy our coins on a chain (RPC_<CHAIN>), with the keys of the settings, and record them',
    examples: ['ETH'],
  },
  'staff bootstrap': {
    does: 'invite the first two staff of a new installation: the first as admin, the second as mlro',
    options: {
      email: { value: 'EMAIL', does: 'of each of the two', many: true },
      name: { value: 'NAME', does: 'of each of the two', many: true },
    },
    examples: ['--email ann@desk.example --name "Ann Muster" --email bo@desk.example --name "Bo Fern"'],
  },
  'demo code': {
    words: ['EMAIL'],
    does: 'print the current authentication code of a demo person',
    examples: ['mlro@staff.example'],
  },
  'demo token': {
    words: ['EMAIL'],
    does: 'sign in as a demo person and print a token for the commands of operators',
    examples: ['mlro@staff.example'],
  },
} as const satisfies { readonly [name: string]: Usage }

export type MachineCommand = keyof typeof machineCommands

/** Runs one of them: `words` is the command line as typed, the others its parsed form. */
export type Machine = (
  name: MachineCommand,
  typed: readonly string[],
  words: readonly (string | undefined)[],
  given: { readonly [option: string]: unknown },
) => Promise<number>
