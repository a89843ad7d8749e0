import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { isOpen } from './words.ts'

/** The head of every page of the company. */
export function CompanyHead({ acts }: { acts?: ReactNode }) {
  const company = useCall('company', {})
  const agreements = useCall('agreements', {})
  const open = company.data?.requirements.filter(isOpen).length ?? 0
  const toSign = agreements.data?.items.filter(({ status }) => status === 'sent').length ?? 0
  return (
    <>
      <PageHead
        title={company.data?.name ?? 'Company'}
        badge={company.data && <StateBadge state={company.data.state} box />}
        acts={acts}
      />
      <Tabs
        label="Company"
        tabs={[
          { title: 'Standing', to: '/company', count: open },
          { title: 'Company data', to: '/company/application' },
          { title: 'Agreements', to: '/company/agreements', count: toSign },
          { title: 'Limits', to: '/company/limits' },
        ]}
      />
    </>
  )
}
