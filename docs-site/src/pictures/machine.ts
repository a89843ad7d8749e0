import { isFinal, type Machine, publicState, statesOf, transitions } from '@specie/protocol/machines.ts'
import { type Html, html, emptyHtml } from '../markup/html.ts'

// A state machine as a picture: the states in the order of their table, from top to bottom. A step to the next state is an
// arrow down. All other steps to a state share one line at the right, which ends in it. So no line crosses a label in any
// table.

const box = { x: 8, width: 156, height: 46 }
const right = box.x + box.width
const gap = 34
const labelRoom = 112
const lane = 18
const port = 19

type Edge = { readonly from: number; readonly to: number; readonly label: string }
type Row = { readonly state: string; readonly y: number; readonly height: number; readonly ports: readonly Port[] }
/** Where a line leaves or enters a box. `line`: the target state. */
type Port = { readonly line: number; readonly label: string | null; readonly y: number }

export function machinePicture(machine: Machine): Html {
  const states = statesOf(machine)
  const edges = edgesOf(machine, states)
  const lined = edges.filter(({ from, to }) => to !== from + 1)
  const rows = rowsOf(states, lined)
  const lanes = lanesOf(lined)
  const width = right + labelRoom + (Math.max(0, ...lanes.values()) + 1) * lane
  const height = rows.at(-1)!.y + rows.at(-1)!.height + 12
  const name = machine.name.replaceAll('_', ' ')
  return html`<svg
    class="machine"
    role="img"
    aria-label="The states of ${name} and the steps between them; the table below says the same."
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
  >
    ${beginning()} ${[...lanes].map(([to, n]) => lineTo(rows, to, right + labelRoom + n * lane, states[to]!))}
    ${edges.filter(({ from, to }) => to === from + 1).map((edge) => down(rows, edge))}
    ${rows.map((row) => stateBox(machine, row))}
  </svg>`
}

/** Steps between the same two states are one line. */
function edgesOf(machine: Machine, states: readonly string[]): Edge[] {
  const groups = Map.groupBy(transitions(machine), ({ from, to }) => `${from} ${to}`)
  return [...groups.values()].map((steps) => ({
    from: states.indexOf(steps[0]!.from),
    to: states.indexOf(steps[0]!.to),
    label: steps.map(({ event }) => event).join(', '),
  }))
}

function rowsOf(states: readonly string[], lined: readonly Edge[]): Row[] {
  let y = 26
  return states.map((state, n) => {
    const leaving = lined.filter(({ from }) => from === n).map(({ to, label }) => ({ line: to, label }))
    const arriving = lined.some(({ to }) => to === n) ? [{ line: n, label: null }] : []
    const all = [...arriving, ...leaving]
    const height = Math.max(box.height, all.length * port + 10)
    const first = y + (height - (all.length - 1) * port) / 2
    const row = { state, y, height, ports: all.map((one, nth) => ({ ...one, y: first + nth * port })) }
    y += height + gap
    return row
  })
}

/** Adjacent lines have separate lanes; the shortest are nearest to the boxes. */
function lanesOf(lined: readonly Edge[]): Map<number, number> {
  const targets = [...new Set(lined.map(({ to }) => to))].map((to) => {
    const touched = lined.filter((edge) => edge.to === to).flatMap(({ from }) => [from, to])
    return { to, top: Math.min(...touched), bottom: Math.max(...touched) }
  })
  const placed: { top: number; bottom: number; lane: number }[] = []
  const lanes = new Map<number, number>()
  for (const { to, top, bottom } of targets.toSorted((a, b) => a.bottom - a.top - (b.bottom - b.top))) {
    const taken = placed.filter((other) => other.top <= bottom && top <= other.bottom).map((other) => other.lane)
    let free = 0
    while (taken.includes(free)) free += 1
    placed.push({ top, bottom, lane: free })
    lanes.set(to, free)
  }
  return lanes
}

function lineTo(rows: readonly Row[], to: number, x: number, target: string): Html {
  const ports = rows.flatMap((row) => row.ports.filter(({ line }) => line === to))
  const ys = ports.map(({ y }) => y)
  return html`<g class="line ${target === 'held' ? 'to-held' : ''}">
    <path d="M${x} ${Math.min(...ys)}V${Math.max(...ys)}" />
    ${ports.map(({ y, label }) =>
      label === null
        ? html`<path d="M${x} ${y}H${right + 6}" />${arrow(right + 1, y, 'left')}`
        : html`<path d="M${right} ${y}H${x}" /><circle cx="${x}" cy="${y}" r="2.5" />
            <text x="${right + 8}" y="${y - 4}">${label}</text>`,
    )}
  </g>`
}

function down(rows: readonly Row[], { from, to, label }: Edge): Html {
  const x = box.x + box.width / 2
  const [top, bottom] = [rows[from]!.y + rows[from]!.height, rows[to]!.y]
  return html`<g class="line">
    <path d="M${x} ${top}V${bottom - 6}" />
    ${arrow(x, bottom - 1, 'down')}
    <text x="${x + 8}" y="${(top + bottom) / 2 + 3}">${label}</text>
  </g>`
}

function arrow(x: number, y: number, towards: 'left' | 'down'): Html {
  const d = towards === 'left' ? `M${x} ${y}l8 -4v8z` : `M${x} ${y}l-4 -8h8z`
  return html`<path class="tip" d="${d}" />`
}

const beginning = (): Html => {
  const x = box.x + box.width / 2
  return html`<g class="line">
    <circle cx="${x}" cy="7" r="4" />
    <path d="M${x} 10V20" />
    ${arrow(x, 25, 'down')}
  </g>`
}

const succeeded = new Set(['approved', 'credited', 'Filled', 'settled', 'wired', 'confirmed', 'released'])
const failed = new Set(['refused', 'rejected', 'Rejected', 'failed', 'killed', 'recalled', 'orphaned', 'timed_out'])

/** The style of a final state. A final state that is neither, such as `canceled`, was reached on request. */
const endingOf = (state: string): string => (succeeded.has(state) ? 'done' : failed.has(state) ? 'broken' : '')

function stateBox(machine: Machine, { state, y, height }: Row): Html {
  const seen = publicState(machine, state)
  const kind = state === 'held' ? 'held' : isFinal(machine, state) ? `final ${endingOf(state)}` : 'open'
  const middle = y + height / 2
  const isSame = seen === null || seen === state
  return html`<g class="state ${kind}">
    <rect x="${box.x}" y="${y}" width="${box.width}" height="${height}" rx="6" />
    <text x="${box.x + 12}" y="${isSame ? middle + 4 : middle - 3}">${state}</text>
    ${isSame ? emptyHtml : html`<text class="seen" x="${box.x + 12}" y="${middle + 13}">seen as ${seen}</text>`}
  </g>`
}
