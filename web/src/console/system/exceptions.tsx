import type { Output } from '../../api/call.ts'
import { Link } from '../../kit/link.tsx'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { kindNames } from '../queue/kinds.ts'
import { useCounts } from '../queue/use-counts.ts'

type Count = Output<'queue'>['counts'][number]

/** The kinds of the queue that only arise when something did not go its way. */
const isException = ({ kind }: Count): boolean =>
  (['bank_case', 'wire', 'deposit', 'payment', 'rail', 'debt', 'halt'] as Count['kind'][]).includes(kind)

/** Items that the service could not finish by itself, of the kinds that the signed-in person may see. */
export function Exceptions() {
  const open = useCounts().filter((one) => isException(one) && one.count > 0)
  return (
    <Section title="Open exceptions" note="what the service cannot finish by itself">
      <SmallTable
        name="Open exceptions"
        rows={open}
        rowKey={({ kind }) => kind}
        empty="None."
        columns={[
          [
            'Kind',
            ({ kind }) => (
              <Link className="link" to={`/?kind=${kind}`}>
                {kindNames[kind].all}
              </Link>
            ),
          ],
          ['Open', ({ count }) => count, 'num'],
        ]}
      />
    </Section>
  )
}
