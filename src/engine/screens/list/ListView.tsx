import { Suspense, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { FirstActions } from '../../actions/FirstActions.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { holds } from '../../conditions/holds.ts'
import { numberLimit, useEngine } from '../../engine.ts'
import { failureText } from '../../failure-text.ts'
import { hrefOf } from '../../href.ts'
import { lazyPart } from '../../lazy-part.ts'
import type { Row } from '../../ports.ts'
import { OptionalBlock } from '../OptionalBlock.tsx'
import { ViewSwitch } from '../ViewSwitch.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import type { ListData } from './data/list-data.ts'
import type { ListAddress } from './data/use-list-address.ts'
import { Filters } from './Filters.tsx'
import { ListBody } from './ListBody.tsx'
import { ListPager } from './ListPager.tsx'
import styles from './list.module.css'
import { News } from './News.tsx'
import { SearchBox } from './SearchBox.tsx'
import { narrowed, Summary } from './Summary.tsx'
import { useColumns } from './use-columns.ts'
import { useEach } from './use-each.ts'
import { useSelection } from './use-selection.ts'

const CsvButton = lazyPart(async () => ({ default: (await import('./CsvButton.tsx')).CsvButton }))
const SavedFilters = lazyPart(async () => ({ default: (await import('./SavedFilters.tsx')).SavedFilters }))
const SelectionBar = lazyPart(() => import('./SelectionBar.tsx'))
const CountStrip = lazyPart(() => import('./CountStrip.tsx'))
const NO_ROWS: readonly Row[] = []

interface Props {
  screen: ListScreen
  resource: Resource
  data: ListData
  address: ListAddress
  refetch(): void
}

export function ListView({ screen, resource, data, address, refetch }: Props) {
  const { situation, definitions } = useEngine()
  const text = useText()
  const { t, say } = text
  const words = useWords()
  const phone = usePhone()
  const selection = useSelection(resource.id, data)
  const work = useEach(resource.id, selection)
  const runner = useActions(refetch, work.each)
  const [selecting, setSelecting] = useState(false)
  const columns = useColumns(
    screen,
    screen.columns.filter(({ when }) => holds(when, situation)),
  )
  const [filtering, setFiltering] = useState(false)
  const [opened, setOpened] = useState<string>()
  const actions = { ...resource.actions, ...screen.actions }
  const selectionActions = usesOf(screen.selectionActions, actions, situation, { rows: selection.rows })
  // On a phone a box at every card would only be in the way.
  const choosing = selectionActions.length > 0 && (!phone || selecting)
  const failed = new Map([...work.failed].map(([id, { result }]) => [id, failureText(result, text)]))
  // Of a list that failed nothing is there; while it is not known yet, what is offered keeps its place.
  const known = { ready: data.total, failed: 0, loading: undefined }[data.state]
  const pageActions = usesOf(
    screen.pageActions,
    actions,
    situation,
    known === undefined ? undefined : { row: { total: known } },
  )
  const open = screen.open === undefined ? undefined : actions[screen.open]
  const filters = screen.filters ?? []
  const filtered = Object.keys(address.filters).length
  const title = say(`screens.${screen.id}.title`)
  // More than two would crowd the title.
  const PageActions = pageActions.length > 2 ? FirstActions : ActionButtons
  const parent = screen.parent === undefined ? undefined : definitions.screen(screen.parent)
  const { found, gather } = data
  // While rows are on their way it keeps its place, and takes none along yet.
  const csv = screen.csv && !phone && known !== 0
  const rowsOf = async (signal: AbortSignal): Promise<readonly Row[]> =>
    found ?? (await gather?.(numberLimit(definitions, 'filePage'), signal)) ?? NO_ROWS
  const count = say(`screens.${screen.id}.context`, '', {
    count: data.total,
    total: words.number(data.total),
  })

  const saved = screen.saveFilters && (
    <Suspense>
      <SavedFilters screen={screen} address={address} />
    </Suspense>
  )

  return (
    <section className={styles.list} aria-label={title}>
      <PageHeader
        title={title}
        crumb={parent && { label: say(`screens.${parent.id}.title`), href: hrefOf(parent) }}
        context={
          data.state === 'ready' ? (
            <>
              {count}
              {screen.summary && (
                <Summary
                  summary={screen.summary}
                  words={`screens.${screen.id}`}
                  asked={narrowed(resource, address)}
                  counts={screen.counts}
                />
              )}
            </>
          ) : (
            '\u00a0'
          )
        }
        views={screen.views && <ViewSwitch views={screen.views} current={screen.id} />}
        actions={
          pageActions.length > 0 ? (
            <PageActions actions={pageActions} title={title} runner={runner} bound={{}} />
          ) : undefined
        }
      />
      {data.stale && (
        <Notice tone="warn" icon="offline" action={<Button onClick={data.retry}>{t('shell.retry')}</Button>}>
          {data.stale}
        </Notice>
      )}
      {screen.above !== undefined && <OptionalBlock name={screen.above} params={{}} actions={actions} />}
      {screen.counts && screen.summary && (
        // As high before it has come as afterwards.
        <div className={styles.counts} data-odd={screen.counts.parts.length % 2 === 1 || undefined}>
          <Suspense>
            <CountStrip
              counts={screen.counts}
              summary={screen.summary}
              words={`screens.${screen.id}`}
              {...{ resource, address }}
              told={data.state === 'failed'}
            />
          </Suspense>
        </div>
      )}
      <div className={styles.sheet}>
        {(screen.search || filters.length > 0 || screen.chooseColumns || csv) && (
          <search className={styles.bar} data-news={data.news !== undefined || undefined}>
            {screen.search && (
              <div className={styles.search}>
                <SearchBox
                  label={say(`screens.${screen.id}.search`)}
                  value={address.search}
                  onSearch={(search) => address.change({ search })}
                />
              </div>
            )}
            {phone && filters.length > 0 && (
              <Button
                only
                icon="filter"
                aria-expanded={filtering}
                data-on={filtered > 0 || undefined}
                onClick={() => setFiltering(!filtering)}
              >
                {t('engine.list.filters')}
              </Button>
            )}
            {(!phone || filtering) && (
              <Filters
                filters={filters}
                resource={screen.resource}
                address={address}
                occurring={data.occurring}
                countOf={data.countOf}
              />
            )}
            {phone && saved}
            {phone && selectionActions.length > 0 && (
              <Button
                only
                icon="check"
                aria-pressed={selecting}
                data-on={selecting || undefined}
                onClick={() => {
                  if (selecting) selection.clear()
                  setSelecting(!selecting)
                }}
              >
                {t('engine.list.select')}
              </Button>
            )}
            {data.news && data.state !== 'failed' && <News {...data.news} />}
            {!phone && (screen.chooseColumns || csv || screen.saveFilters) && (
              <span className={styles.end}>
                {saved}
                {screen.chooseColumns && <ColumnMenu resource={screen.resource} columns={columns} />}
                {csv && (found ?? gather) && (
                  <Suspense>
                    <CsvButton
                      resource={screen.resource}
                      title={title}
                      columns={columns.shown}
                      ready={known !== undefined}
                      rowsOf={rowsOf}
                    />
                  </Suspense>
                )}
              </span>
            )}
          </search>
        )}
        <ListBody
          data={data}
          phone={phone}
          screen={screen}
          resource={screen.resource}
          id={resource.id}
          columns={columns.shown}
          rows={data.rows}
          total={data.total}
          address={address}
          open={open && screen.open !== undefined ? { name: screen.open, action: open } : undefined}
          named={actions}
          actionsOf={(row: Row) => usesOf(screen.rowActions, actions, situation, { row })}
          runner={runner}
          choosing={choosing ? { selection, failed } : undefined}
          details={
            screen.details && {
              facts: screen.details,
              opened,
              toggle: (row) => setOpened(row === opened ? undefined : row),
            }
          }
        />
        {choosing && (selection.rows.length > 0 || work.running || work.failed.size > 0) && (
          <Suspense>
            <SelectionBar
              actions={selectionActions}
              selection={selection}
              found={data.found ?? NO_ROWS}
              work={work}
              runner={runner}
            />
          </Suspense>
        )}
        {data.state === 'ready' && <ListPager address={address} total={data.total} />}
      </div>
      {runner.overlays}
    </section>
  )
}
