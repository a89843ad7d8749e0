import type { Row } from './command.ts'
import { machineCommands } from './machine.ts'
import { operatorCommands } from './operator/table.ts'

// Every command, by its name. Several words may make a name; the longest name that fits counts.

export type Section = { readonly title: string; readonly commands: { readonly [name: string]: Row } }

export const sections: readonly Section[] = [
  { title: 'Staff, over the console', commands: operatorCommands },
  { title: 'On the machine of the service', commands: machineCommands },
]

export const commands: { readonly [name: string]: Row } = Object.assign({}, ...sections.map((one) => one.commands))
