import { isFinal, type Machine, machines, publicState, statesOf, transitions } from '@specie/protocol/machines.ts'
import { type Html, html, prose } from '../markup/html.ts'
import type { Page } from './page.ts'
import { code, figure, section, table } from '../markup/parts.ts'
import { machinePicture } from '../pictures/machine.ts'
import { machineTexts, stateTexts } from './state-texts.ts'

const names = Object.keys(machines) as (keyof typeof machines)[]

const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ').replace(/^(kyb|api)/, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const statesPage: Page = {
  path: '/docs/states',
  title: 'States',
  short: 'All states',
  about: 'What the status of a thing can be, and what may follow: drawn from the tables that the service runs on.',
  body: () => [
    html`<p>
      The database holds the same tables and refuses every other step. Clients see some states under one name: a mint is
      ${code('pending')} until it is ${code('settled')}, and its ${code('stage')} tells more. Whatever waits for people
      of the service is ${code('held')}.
    </p>`,
    html`<ul class="list">
      ${names.map(
        (name) => html`<li><a href="/docs/states/${name}">${titleOf(name)}</a> ${prose(machineTexts[name])}</li>`,
      )}
    </ul>`,
  ],
}

export function statePages(): Page[] {
  return names.map((name) => {
    const machine: Machine = machines[name]
    return {
      path: `/docs/states/${name}`,
      title: `States: ${titleOf(name)
        .toLowerCase()
        .replace(/^(kyb|api)/, (word) => word.toUpperCase())}`,
      short: titleOf(name),
      about: machineTexts[name].replaceAll('`', ''),
      body: () => [
        section('picture', 'Picture', figure(machinePicture(machine), caption(machine))),
        section('states', 'States', stateTable(machine, stateTexts[name])),
      ],
    }
  })
}

const caption = (machine: Machine): string =>
  [
    'Steps to a state share the line that ends in it. States with a thick border are final: green is done, red has failed, grey has ended otherwise. Violet ones wait for people.',
    ...(Object.keys(machine.shown).length === 0 ? [] : ['«Seen as» is the name that clients see.']),
  ].join(' ')

function stateTable(machine: Machine, texts: { readonly [state: string]: string }): Html {
  const rows = statesOf(machine).map((state) => ({
    id: `state-${state}`,
    cells: [
      code(state),
      code(publicState(machine, state) ?? '–'),
      prose(texts[state] ?? ''),
      following(machine, state),
    ],
  }))
  return table('Every state', ['State', 'Seen as', 'Meaning', 'May become'], rows, 'labelled')
}

function following(machine: Machine, state: string): Html {
  if (isFinal(machine, state)) return html`final`
  const steps = transitions(machine).filter(({ from }) => from === state)
  return html`${[...new Set(steps.map(({ to }) => to))].map((to) => html`<a href="#state-${to}">${code(to)}</a> `)}`
}
