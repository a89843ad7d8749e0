import { ReportView } from './view.tsx'

/** The reserve of a month, day by day. */
export function Page() {
  return <ReportView name="reserve" />
}
