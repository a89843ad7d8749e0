import type { Row } from './command.ts'
import { completion } from './completion.ts'
import { conformance, conformanceAdapter } from './conformance/commands.ts'
import { integratorCommands } from './integrator/table.ts'
import { machineCommands } from './machine.ts'
import { mcp } from './mcp/command.ts'
import { operatorCommands } from './operator/table.ts'
import { init, profiles, profilesKey, profilesUse } from './profile/commands.ts'
import { sandboxCommands } from './sandbox/commands.ts'
import { screeningCompare } from './screening/compare.ts'
import { sign, verify } from './signing/commands.ts'

// Every command, by its name. A name may have several words; the longest matching name counts.

/** A group of commands, with the name of its page in docs/cli. */
export type Section = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly commands: { readonly [name: string]: Row }
}

export const sections: readonly Section[] = [
  {
    name: 'api',
    title: 'Commands for institutions',
    about: 'They call the API as an institution.',
    commands: integratorCommands,
  },
  {
    name: 'profiles',
    title: 'Profiles, signatures, assistants',
    about: 'They work on this machine, without a call, except `init` and `mcp`.',
    commands: {
      init,
      profiles,
      'profiles use': profilesUse,
      'profiles key': profilesKey,
      sign,
      verify,
      'screening compare': screeningCompare,
      mcp,
      completion,
    },
  },
  {
    name: 'conformance',
    title: 'Conformance',
    about: 'They check a service, or the adapter of an outside party, against the contract.',
    commands: { conformance, 'conformance-adapter': conformanceAdapter },
  },
  {
    name: 'sandbox',
    title: 'Commands for the sandbox',
    about: 'They produce situations in UAT.',
    commands: sandboxCommands,
  },
  {
    name: 'staff',
    title: 'Commands for staff',
    about: 'They call the console as the owner of the token in `SPECIE_TOKEN`.',
    commands: operatorCommands,
  },
  {
    name: 'machine',
    title: 'Commands on the machine of the service',
    about: 'They read the database, the keys or the configuration of the service.',
    commands: machineCommands,
  },
]

export const commands: { readonly [name: string]: Row } = Object.assign({}, ...sections.map((one) => one.commands))
