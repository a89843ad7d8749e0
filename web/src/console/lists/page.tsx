import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { SanctionsLists } from './sanctions-lists.tsx'
import { listTabs } from './tabs.ts'
import { Versions } from './versions.tsx'

/** Sanctions lists with their age, and their versions. */
export function Page() {
  const lists = useCall('lists', {})
  return (
    <>
      <PageHead title="Lists" sub="Everyone who pays or is paid is compared with these lists." />
      <Tabs label="Lists" tabs={listTabs} />
      <Loaded query={lists} lines={8}>
        {(data) => (
          <>
            <SanctionsLists lists={data} />
            <Versions lists={data} />
          </>
        )}
      </Loaded>
    </>
  )
}
