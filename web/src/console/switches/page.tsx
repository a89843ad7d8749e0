import { useCall } from '../../api/use-call.ts'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Time } from '../../kit/value/time.tsx'
import { SwitchPanel, type SwitchRow, SwitchState } from './switch.tsx'

/** Everything that can be stopped. Limits are on the page of each institution. */
export function Page() {
  const switches = useCall('switches', {})
  const [{ switch: chosen }, change] = useUrlState()
  return (
    <>
      <PageHead
        title="Switches"
        sub="One person stops a kind of effect at once; two people lift it. Limits are on the page of each institution."
      />
      <Loaded query={switches} lines={10}>
        {({ items }) => {
          const shown = items.find(({ what }) => what === chosen) ?? items.find(({ pulled }) => pulled) ?? items[0]
          if (shown === undefined) return <Empty title="No switch." />
          const table = { shown: shown.what, choose: (what: string) => change({ switch: what }) }
          return (
            <div className="split">
              <div>
                <Section title="Halted now">
                  <Switches
                    {...table}
                    rows={items.filter(({ pulled }) => pulled !== null)}
                    empty="Nothing is halted."
                  />
                </Section>
                <Section title="Running">
                  <Switches
                    {...table}
                    rows={items.filter(({ pulled }) => pulled === null)}
                    empty="Nothing is running."
                  />
                </Section>
              </div>
              <SwitchPanel key={shown.what} one={shown} />
            </div>
          )
        }}
      </Loaded>
    </>
  )
}

type Props = { rows: readonly SwitchRow[]; empty: string; shown: string; choose: (what: string) => void }

function Switches({ rows, empty, shown, choose }: Props) {
  return (
    <SmallTable
      name="Switches"
      rows={rows}
      rowKey={({ what }) => what}
      empty={empty}
      columns={[
        [
          'Switch',
          ({ what, title }) => (
            <button type="button" className="link" aria-pressed={what === shown} onClick={() => choose(what)}>
              {what === shown ? <b>{title}</b> : title}
            </button>
          ),
        ],
        ['Name', ({ what }) => <span className="mono">{what}</span>],
        ['Status', ({ pulled }) => <SwitchState pulled={pulled} />],
        ['Since', ({ pulled }) => pulled && <Time at={pulled.since} />],
        ['Why', ({ pulled }) => pulled?.reason],
      ]}
    />
  )
}
