import { type RowOf, useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { Time } from '../../kit/value/time.tsx'
import { developerTabs, scopeText, shownState } from './words.ts'

type Key = RowOf<'keys'>

const columns: readonly Column<Key>[] = [
  { key: 'label', title: 'Key', cell: ({ label }) => <b>{label}</b>, text: ({ label }) => label, phone: 'title' },
  { key: 'scopes', title: 'Scopes', cell: ({ scopes }) => scopeText(scopes), text: ({ scopes }) => scopes.join(' ') },
  {
    key: 'networks',
    title: 'Networks',
    cell: ({ ip_allowlist }) => networks(ip_allowlist),
    text: ({ ip_allowlist }) => ip_allowlist.join(' '),
    phone: 'hide',
  },
  {
    key: 'used',
    title: 'Last used',
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="muted">never</span> : <Time at={last_used_at} />,
    text: ({ last_used_at }) => last_used_at ?? '',
    phone: 'hide',
  },
  {
    key: 'expires',
    title: 'Expires',
    cell: ({ expires_at }) =>
      expires_at === null ? <span className="muted">never</span> : <Time at={expires_at} day />,
    text: ({ expires_at }) => expires_at ?? '',
    phone: 'hide',
  },
  timeColumn('created', 'Registered', ({ created_at }) => created_at, { extra: true, phone: 'hide' }),
  {
    key: 'keyid',
    title: 'Key id',
    cell: ({ keyid }) => <Id value={keyid} />,
    text: ({ keyid }) => keyid,
    extra: true,
    phone: 'hide',
  },
  {
    key: 'state',
    title: 'Status',
    cell: (key) => <StateBadge state={shownState(key)} />,
    text: shownState,
    phone: 'side',
  },
]

const networks = (list: readonly string[]) =>
  list.length === 0 ? <span className="muted">anywhere</span> : list.length === 1 ? list[0]! : `${list.length} networks`

/** The keys that sign the institution's API calls. */
export function Page() {
  const list = useList('keys', {})
  const mayEdit = mayDo(useMe(), 'keys.edit')
  const add = (
    <Link className="btn main-act" to="/developers/new">
      New key
    </Link>
  )
  return (
    <>
      <PageHead
        title="Developers"
        sub={`Keys that sign your API calls, and a tester for signatures.${mayEdit ? '' : ' Only an administrator of your company adds and revokes keys.'}`}
        acts={mayEdit && add}
      />
      <Tabs label="Developers" tabs={developerTabs} />
      <DataTable
        name="API keys"
        list={list}
        columns={columns}
        rowKey={({ keyid }) => keyid}
        rowLink={({ keyid }) => `/developers/keys/${keyid}`}
        empty={
          <Empty title="No key yet." acts={mayEdit ? add : undefined}>
            {mayEdit
              ? 'Make a key in this browser in a minute. Your programs then sign their calls with it.'
              : 'An administrator of your company can make one.'}
          </Empty>
        }
      />
      <p className="small muted sec-gap">
        How to sign calls, and all calls:{' '}
        <a className="link" href="/docs">
          the API reference
        </a>
        .
      </p>
    </>
  )
}
