import { isFinal, type Machine, machines, publicState, statesOf, transitions } from '@specie/protocol/machines.ts'
import { type Html, html, prose } from '../markup/html.ts'
import { markdown } from '../markup/markdown.ts'
import type { Page } from '../model/page.ts'
import { code, figure, section, table } from '../markup/parts.ts'
import { machinePicture } from '../pictures/machine.ts'
import type { Entry } from '../texts/index.ts'
import { meaningsOpening, readMeanings } from '../texts/state-meanings.ts'

const names = Object.keys(machines) as (keyof typeof machines)[]

let read: ReturnType<typeof readMeanings> | null = null
const meanings = () => (read ??= readMeanings())

const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ').replace(/^(kyb|api)/, (word) => word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** All machines, after the opening of docs/state-meanings.md. */
export const statesPage = ({ short, about }: Entry): Page => ({
  path: '/docs/states',
  title: 'States',
  short,
  about,
  body: () => [
    ...markdown(meaningsOpening(), () => null, {}),
    html`<ul class="list">
      ${names.map(
        (name) => html`<li><a href="/docs/states/${name}">${titleOf(name)}</a> ${prose(meanings()[name]!.about)}</li>`,
      )}
    </ul>`,
  ],
})

export function statePages(): Page[] {
  return names.map((name) => {
    const machine: Machine = machines[name]
    return {
      path: `/docs/states/${name}`,
      title: `States: ${titleOf(name)
        .toLowerCase()
        .replace(/^(kyb|api)/, (word) => word.toUpperCase())}`,
      short: titleOf(name),
      about: meanings()[name]!.about.replaceAll('`', ''),
      body: () => [
        section('picture', 'Picture', figure(machinePicture(machine), caption(machine))),
        section('states', 'States', stateTable(machine, meanings()[name]!.states)),
      ],
    }
  })
}

const caption = (machine: Machine): string =>
  [
    'Steps to a state share the line that ends in it. States with a thick border are final: green is done, red has failed, grey has ended otherwise. Violet states wait for people.',
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
