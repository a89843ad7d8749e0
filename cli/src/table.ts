import type { Row } from './command.ts'
import { completion } from './completion.ts'
import { conformance, conformanceAdapter } from './conformance/commands.ts'
import { integratorCommands } from './integrator/table.ts'
import { machineCommands } from './machine.ts'
import { mcp } from './mcp/command.ts'
import { operatorCommands } from './operator/table.ts'
import { init, profiles, profilesKey, profilesUse } from './profile/commands.ts'
import { sandboxCommands } from './sandbox/commands.ts'
import { sign, verify } from './signing/commands.ts'

// Every command, by its name. Several words may make a name; the longest name that fits counts.

export type Section = { readonly title: string; readonly commands: { readonly [name: string]: Row } }

export const sections: readonly Section[] = [
  { title: 'For institutions, over the API', commands: integratorCommands },
  {
    title: 'Profiles, signatures, assistants',
    commands: {
      init,
      profiles,
      'profiles use': profilesUse,
      'profiles key': profilesKey,
      sign,
      verify,
      mcp,
      completion,
    },
  },
  {
    title: 'Conformance',
    commands: { conformance, 'conformance-adapter': conformanceAdapter },
  },
  { title: 'The sandbox of UAT', commands: sandboxCommands },
  { title: 'Staff, over the console', commands: operatorCommands },
  { title: 'On the machine of the service', commands: machineCommands },
]

export const commands: { readonly [name: string]: Row } = Object.assign({}, ...sections.map((one) => one.commands))
