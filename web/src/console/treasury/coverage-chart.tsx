import { useCall } from '../../api/use-call.ts'
import { Chart } from '../../kit/chart.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { rounded } from '../figures.ts'

const inPercent = (value: number): string => `${rounded(value, 2)} %`

/** The coverage of a coin, day by day, once there are two days. */
export function CoverageChart({ asset }: { asset: string }) {
  const history = useCall('reservesHistory', {}, { refetchInterval: false })
  return (
    <Loaded query={history}>
      {({ coins }) => {
        const days = coins.find((coin) => coin.asset === asset)?.days ?? []
        const points = days.flatMap(({ day, coverage }) =>
          coverage === null ? [] : { day, value: Number(coverage) * 100 },
        )
        if (points.length < 2) return null
        return (
          <div className="sec-gap">
            <Section title="Coverage over time" note="at the end of each day">
              <Chart
                points={points.toSorted((a, b) => a.day.localeCompare(b.day))}
                label={`Coverage of ${asset}, ${points.length} days`}
                format={inPercent}
                height={180}
              />
            </Section>
          </div>
        )
      }}
    </Loaded>
  )
}
