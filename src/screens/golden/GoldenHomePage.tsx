import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useOpened } from '#engine/property/state/use-reconnected.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { GoldenHome } from '#schemas/generated/entities/golden-home.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Board } from '#ui/page/Board.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { GoldenHomeDialog } from './GoldenHomeDialog.tsx'
import styles from './golden.module.css'
import { HeatMap } from './HeatMap.tsx'
import { type Selected, steps, whereOf } from './rules.ts'
import { type Chosen, Things } from './Things.tsx'
import { useBringing } from './use-bringing.ts'

const IS_MODEL = { live: 'isModel', backup: 'isModelOfBackup', file: 'isModelOfFile' } as const
const GONE = 404
const PAGE = 20
/** All that one file has. */
const ALL = 10_000
/** A piece of news that was lost is not waited for for ever. */
const AGAIN_MS = 15_000

/** Who differs from the golden home, in what, and how they become like it again (decision 0215). */
export function GoldenHomePage() {
  const { goldenId = '' } = useParams()
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const { definitions, onEvent, go } = useEngine()
  const client = useQueryClient()
  const screen = definitions.screen('golden_home_list')
  const list = screen ? hrefOf(screen) : '/'
  const key = rowsKey('readGoldenHome', { goldenId })
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => source.load('readGoldenHome', { goldenId }, signal),
    refetchInterval: ({ state }) => (state.data?.comparing ? AGAIN_MS : false),
  })
  useEffect(
    () =>
      onEvent?.((event, told) => {
        if (event === 'golden_home_deleted' && (told as { _id: string })._id === goldenId)
          go?.(list, { replace: true })
        if (event !== 'golden_home_changed') return
        const { goldenHome } = told as { goldenHome: GoldenHome }
        if (goldenHome._id === goldenId)
          client.setQueryData(rowsKey('readGoldenHome', { goldenId }), goldenHome)
      }),
    [onEvent, client, goldenId, go, list],
  )
  useOpened(() => void client.invalidateQueries({ queryKey: key }))
  const isGone = (error as { status?: number } | null)?.status === GONE
  useEffect(() => {
    if (isGone) go?.(list, { replace: true })
  }, [isGone, go, list])
  if (data) return <OneGoldenHome golden={data} list={list} />
  return (
    <>
      <PageHeader title={t('drift.title')} crumb={{ label: t('drift.list'), href: list }} />
      {error && !isGone ? (
        <ErrorState title={t('drift.unread')} onRetry={() => void refetch()}>
          {failureText(error, text)}
        </ErrorState>
      ) : (
        <Skeleton height="28rem" />
      )}
    </>
  )
}

function OneGoldenHome({ golden, list }: { golden: GoldenHome; list: string }) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const now = useNow()
  const { source } = usePorts()
  const { situation } = useEngine()
  const [busy, setBusy] = useState(false)
  const [selected, setSelected] = useState<Selected>()
  const [choice, setChoice] = useState<{ row: string; things: readonly Chosen[] }>()
  const bring = useBringing()
  const { _id: goldenId, comparing, comparedAt } = golden
  /** What was found out changes with these. */
  const turn = [comparedAt, golden.progress, golden.places, golden.asOf].join(' ')
  // What is chosen is of one row: of a house, or of one gateway.
  const row = JSON.stringify(selected && whereOf(selected))
  const everything = golden.differing > 0 && !comparing ? bring({ goldenId }) : undefined
  const compare = async (): Promise<void> => {
    setBusy(true)
    const answer = await source.call('compareGoldenHome', { goldenId }, { told: ['other'] })
    setBusy(false)
    if (!answer.ok) toasts.show({ text: failureText(answer, text), tone: 'danger' })
  }
  const context = [
    t('drift.gatewaysOf', { count: golden.gateways, group: golden.groupName }),
    comparing
      ? t('drift.comparing', { percent: golden.progress })
      : comparedAt && t('drift.comparedAt', { at: words.moment(Date.parse(comparedAt), now, READER) }),
    !comparing && t('drift.nightly'),
  ]
  return (
    <div className={styles.page}>
      <PageHeader
        title={golden.name}
        crumb={{ label: t('drift.list'), href: list }}
        context={context.filter(Boolean).join(', ')}
        actions={
          <>
            {!isOutOfReach({ operations: ['compareGoldenHome'] }, situation) && (
              <Button icon="refresh" busy={busy || comparing} onClick={() => void compare()}>
                {t('drift.compare')}
              </Button>
            )}
            {everything && (
              <a href={everything} {...buttonLook({ look: 'main' })}>
                <Icon name="undo" size="small" />
                {t('drift.bringEverything')}
              </a>
            )}
          </>
        }
      />
      <Model golden={golden} />
      <Figures golden={golden} />
      {golden.kept > 0 && golden.oldestAt && (
        <p className={styles.hint}>
          <Icon name="info" size="small" />
          {t('drift.keptOnes', { count: golden.kept, at: words.date(Date.parse(golden.oldestAt)) })}
        </p>
      )}
      {golden.gateways === 0 ? (
        <EmptyState icon="groups" title={t('drift.emptyGroup')}>
          {t('drift.emptyGroupText')}
        </EmptyState>
      ) : (
        <Board
          beside={
            selected ? (
              <Things
                key={JSON.stringify(selected)}
                {...{ goldenId, selected, turn }}
                chosen={choice?.row === row ? choice.things : []}
                onChoose={(things) => setChoice({ row, things })}
              />
            ) : (
              <p className={styles.hint}>
                <Icon name="info" size="small" />
                {t('drift.choose')}
              </p>
            )
          }
        >
          <Drift {...{ golden, turn, selected }} onSelect={setSelected} />
        </Board>
      )}
    </div>
  )
}

/** What the others are to be like, from when that is, and whether it has changed itself since. */
function Model({ golden }: { golden: GoldenHome }) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { source } = usePorts()
  const { situation } = useEngine()
  const [choosing, setChoosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { _id: goldenId, gatewayName, serialNumber, asOf, changed } = golden
  const may = !isOutOfReach({ operations: ['renewGoldenHome'] }, situation)
  const renew = async (): Promise<void> => {
    setBusy(true)
    const answer = await source.call('renewGoldenHome', { goldenId, serialNumber }, { told: ['other'] })
    setBusy(false)
    toasts.show(
      answer.ok ? { text: t('drift.toasts.renewed') } : { text: failureText(answer, text), tone: 'danger' },
    )
  }
  return (
    <section className={styles.model} aria-label={t('drift.model')}>
      <Badge icon="home" tone="primary" />
      <div>
        <b>{gatewayName}</b>
        <p>
          <code>{serialNumber}</code>{' '}
          {t(`drift.${IS_MODEL[golden.source]}`, {
            at: words.date(Date.parse(asOf)),
          })}
        </p>
      </div>
      {changed > 0 && <span className={styles.quiet}>{t('drift.changedSince', { count: changed })}</span>}
      {may && (
        <>
          {changed > 0 && (
            <Button size="dense" busy={busy} onClick={() => void renew()}>
              {t('drift.takeOver')}
            </Button>
          )}
          <Button size="dense" onClick={() => setChoosing(true)}>
            {t('drift.otherModel')}
          </Button>
        </>
      )}
      {choosing && (
        <GoldenHomeDialog
          golden={golden}
          onDone={() => {
            setChoosing(false)
            toasts.show({ text: t('drift.toasts.renewed') })
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </section>
  )
}

function Figures({ golden }: { golden: GoldenHome }) {
  const { t } = useText()
  const words = useWords()
  const { gateways, same, differing, places, allowed, unknown } = golden
  const share = gateways === 0 ? 0 : Math.round((same * 100) / gateways)
  const figures: readonly {
    id: 'same' | 'differ' | 'allowed' | 'unknown'
    icon: IconName
    value: number
    note: string
  }[] = [
    { id: 'same', icon: 'check', value: same, note: t('drift.figures.share', { share }) },
    { id: 'differ', icon: 'diverged', value: differing, note: t('drift.figures.places', { count: places }) },
    { id: 'allowed', icon: 'lock', value: allowed, note: t('drift.figures.counted') },
    { id: 'unknown', icon: 'offline', value: unknown, note: t('drift.figures.silent') },
  ]
  return (
    <dl className={styles.figures}>
      {figures.map(({ id, icon, value, note }) => (
        <div key={id}>
          <dt>
            <Icon name={icon} size="small" />
            {t(`drift.figures.${id}`)}
          </dt>
          <dd>
            <b>{words.number(value)}</b> <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface DriftProps {
  golden: GoldenHome
  turn: string
  selected: Selected | undefined
  onSelect(selected: Selected): void
}

/** Houses, or gateways, by what they differ in. */
function Drift({ golden: { _id: goldenId, name }, turn, selected, onSelect }: DriftProps) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { source } = usePorts()
  const [search, setSearch] = useSearchParams()
  const [busy, setBusy] = useState(false)
  const view = search.get('view') === 'gateways' ? 'gateways' : 'houses'
  const only = search.get('only') === 'yes'
  const page = Math.max(1, Number(search.get('page')) || 1)
  const house = search.get('house') ?? undefined
  const place = search.get('place') ?? undefined
  const put = (change: Readonly<Record<string, string | undefined>>): void =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        for (const [field, value] of Object.entries({ page: undefined, ...change }))
          if (value === undefined) next.delete(field)
          else next.set(field, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const where = {
    ...(house !== undefined && { house }),
    ...(place !== undefined && { place }),
    ...(only && { state: 'differs' as const }),
  }
  const rows = useQuery({
    queryKey: rowsKey(view === 'houses' ? 'listDriftHouses' : 'listDriftGateways', {
      goldenId,
      ...where,
      page,
      turn,
      view,
    }),
    queryFn: async ({ signal }) =>
      view === 'houses'
        ? {
            houses: await source.load(
              'listDriftHouses',
              { goldenId, page, limit: PAGE, differing: only },
              signal,
            ),
          }
        : {
            gateways: await source.load(
              'listDriftGateways',
              { goldenId, page, limit: PAGE, ...where },
              signal,
            ),
          },
    placeholderData: (before) => before,
  })
  const takeCsv = async (): Promise<void> => {
    setBusy(true)
    try {
      const [{ csvOf }, { data }] = await Promise.all([
        import('./csv.ts'),
        source.load('listDriftGateways', { goldenId, limit: ALL, ...where }),
      ])
      await csvOf(name, data, {
        head: ['house', 'place', 'gateway', 'number', 'state', 'asOf'].map((id) =>
          text.say(`drift.csv.${id}`),
        ),
        aspect: (id) => text.say(`drift.aspects.${id}`),
        state: (id) => text.say(`drift.states.${id}`),
      })
    } catch (error) {
      toasts.show({ text: failureText(error, text), tone: 'danger' })
    }
    setBusy(false)
  }
  const found = rows.data?.houses ?? rows.data?.gateways
  const count = found?.count ?? 0
  const pages = Math.max(1, Math.ceil(count / PAGE))
  return (
    <section className={styles.sheet} aria-label={t('drift.title')}>
      <div className={styles.bar}>
        <Segments
          label={t('drift.view')}
          segments={(['houses', 'gateways'] as const).map((id) => ({ id, label: t(`drift.views.${id}`) }))}
          value={view}
          onChange={(id) =>
            put({ view: id === 'houses' ? undefined : id, house: undefined, place: undefined })
          }
        />
        {house !== undefined && (
          <Button size="dense" icon="close" onClick={() => put({ house: undefined, place: undefined })}>
            {house === '' ? t('drift.noAddress') : house}
          </Button>
        )}
        <CheckboxField
          label={t('drift.only')}
          value={only}
          onChange={(on) => put({ only: on ? 'yes' : undefined })}
        />
        <Button size="dense" icon="download" busy={busy} onClick={() => void takeCsv()}>
          {t('drift.csvFile')}
        </Button>
      </div>
      {rows.isPending ? (
        <Skeleton height="20rem" />
      ) : rows.isError && !found ? (
        <ErrorState bare title={t('drift.gatewaysUnread')} onRetry={() => void rows.refetch()}>
          {failureText(rows.error, text)}
        </ErrorState>
      ) : count === 0 ? (
        <EmptyState bare icon="check" title={t(only ? 'drift.nobodyDiffers' : 'drift.nothingCompared')} />
      ) : (
        <HeatMap
          {...{ goldenId, selected, onSelect, turn }}
          {...(rows.data?.houses && { houses: rows.data.houses.data })}
          {...(rows.data?.gateways && { gateways: rows.data.gateways.data })}
          onHouse={(one) => put({ view: 'gateways', house: one.house, place: one.place })}
        />
      )}
      <footer className={styles.foot}>
        <ul className={styles.scale}>
          <li>
            <Icon name="check" size="small" />
            {t('drift.same')}
          </li>
          {[...steps, undefined].map((percent, at) => (
            <li key={percent ?? 'more'}>
              <i data-step={at + 1} />
              {percent === undefined ? t('drift.scaleMore') : t('drift.scaleTo', { percent })}
            </li>
          ))}
        </ul>
        {pages > 1 && (
          <nav aria-label={t('drift.pages')}>
            <Button
              only
              size="dense"
              icon="chevron-left"
              disabled={page <= 1}
              onClick={() => put({ page: String(page - 1) })}
            >
              {t('drift.previous')}
            </Button>
            <span>{t('drift.page', { page: words.number(page), pages: words.number(pages) })}</span>
            <Button
              only
              size="dense"
              icon="chevron-right"
              disabled={page >= pages}
              onClick={() => put({ page: String(page + 1) })}
            >
              {t('drift.next')}
            </Button>
          </nav>
        )}
      </footer>
    </section>
  )
}
