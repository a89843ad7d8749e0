import { mayDo, useMe } from '../../app/session.tsx'
import { Link } from '../../kit/link.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'

const tabs = [
  { to: '/rails', title: 'Rails' },
  { to: '/payments', title: 'Payments' },
]

export function RailsHead() {
  const mayAdd = mayDo(useMe(), 'money.rails')
  return (
    <>
      <PageHead
        title="Rails and payments"
        sub="A rail converts incoming money into coins, or incoming coins into money, automatically."
        acts={
          mayAdd && (
            <Link className="btn main-act" to="/rails/new">
              Add a rail
            </Link>
          )
        }
      />
      <Tabs label="Rails and payments" tabs={tabs} />
    </>
  )
}
