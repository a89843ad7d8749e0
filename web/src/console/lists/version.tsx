import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { Id } from '../../kit/value/id.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useWaitingRequest, WaitingRequest } from '../waiting-request.tsx'
import { VersionBadge } from './versions.tsx'
import { changeWords } from './version-words.ts'

type Version = Output<'listVersion'>

/** One version of a list: what it changed, or why it was refused. */
export function Page() {
  const found = useCall('listVersion', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(version) => (
        <>
          <PageHead
            title={version.title}
            crumbs={[{ title: 'Lists', to: '/lists' }]}
            badge={<VersionBadge state={version.state} />}
            sub="A version of a list"
          />
          {version.state === 'refused' && <Refused version={version} />}
          <VersionFacts version={version} />
          {version.state !== 'refused' && <Differences version={version} />}
        </>
      )}
    </Loaded>
  )
}

function Refused({ version: { versionid, refused_because, entries } }: { version: Version }) {
  const waiting = useWaitingRequest('list.accept')(versionid)
  return (
    <Banner tone="broken" title="This version was refused; the former one stays active.">
      <div className="stack tight">
        <span>{refused_because}</span>
        {waiting !== null && (
          <div>
            <WaitingRequest id={waiting} />
          </div>
        )}
        {waiting === null && entries > 0 && (
          <div>
            <ActButton
              call="proposeListAccept"
              input={{ versionid }}
              act="lists.propose"
              label="Accept it"
              title="Activate this refused version"
              small
              second="list.accept"
            >
              The source is read again. If it still has this file, it becomes the active version.
            </ActButton>
          </div>
        )}
      </div>
    </Banner>
  )
}

function VersionFacts({ version }: { version: Version }) {
  const { source, format, issued, created_at, replaced_at, entries, names, wallets, sha256, versionid } = version
  return (
    <Section title="Version">
      <Facts
        left
        rows={[
          ['Source', source],
          ['Format', format],
          issued === null ? null : ['Day of the list', issued],
          ['Loaded', <Time key="at" at={created_at} />],
          replaced_at === null ? null : ['Replaced', <Time key="replaced" at={replaced_at} />],
          ['Entries', entries.toLocaleString('en')],
          ['Names', names.toLocaleString('en')],
          ['Wallets', wallets.toLocaleString('en')],
          sha256 === null ? null : ['SHA-256', <Id key="hash" value={sha256} />],
          ['Id', <Id key="id" value={versionid} />],
        ]}
      />
    </Section>
  )
}

function Differences({ version: { differences, is_complete } }: { version: Version }) {
  return (
    <Section title="What it changed" note={is_complete ? undefined : 'the first ones; there are more'}>
      <SmallTable
        name="What it changed"
        rows={differences}
        rowKey={({ id, change }) => `${id} ${change}`}
        empty="It changed no entry."
        columns={[
          [
            'Name',
            ({ id, name }) => (
              <Link className="link" to={`/lists/entries/${id}`}>
                {name}
              </Link>
            ),
          ],
          ['Change', ({ change }) => changeWords[change]],
          ['Reference', ({ reference }) => reference],
          ['Before', ({ was }) => was ?? '', 'not-phone'],
        ]}
      />
    </Section>
  )
}
