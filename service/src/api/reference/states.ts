import { type Machine, machines, transitions } from '@specie/protocol/machines.ts'
import { type Html, html } from './html.ts'
import { code, section, table } from './parts.ts'

/** Only states that clients see: internal states are merged into the public ones, and steps within one are omitted. */
export function stateSection(): Html {
  const visible = Object.values<Machine>(machines).filter((machine) => publicStates(machine).length > 1)
  return section('states', 'States', [
    html`<p>
      What a thing’s status can be, and what may follow. A status that nothing follows is final. Things that belong to
      products which are not online here are listed too.
    </p>`,
    html`<div class="grid">${visible.map(machineTable)}</div>`,
  ])
}

function machineTable(machine: Machine): Html {
  const rows = publicStates(machine).map((state) => {
    const next = following(machine, state)
    return { cells: [code(state), next.length === 0 ? 'final' : html`${next.map((to) => html`${code(to)} `)}`] }
  })
  return table(machine.name.replaceAll('_', ' '), ['Status', 'May become'], rows, 'wordy')
}

function publicStates({ shown, states }: Machine): string[] {
  return [...new Set(Object.keys(states).flatMap((state) => shown[state] ?? []))]
}

function following(machine: Machine, state: string): string[] {
  const { shown } = machine
  const leading = transitions(machine).filter(({ from, to }) => shown[from] === state && shown[to] !== state)
  return [...new Set(leading.flatMap(({ to }) => shown[to] ?? []))]
}
