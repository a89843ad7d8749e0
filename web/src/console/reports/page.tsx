import { ReportView } from './view.tsx'

/** Every address that holds a coin, at the end of a day. */
export function Page() {
  return <ReportView name="holders" />
}
