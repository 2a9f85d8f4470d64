import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
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
import { Icon, type IconName } from '#ui/Icon.tsx'
import { Board } from '#ui/page/Board.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { Drift } from './Drift.tsx'
import { GoldenHomeDialog } from './GoldenHomeDialog.tsx'
import styles from './golden.module.css'
import { type Selected, whereOf } from './rules.ts'
import { type Chosen, Things } from './Things.tsx'
import { useBringing } from './use-bringing.ts'

const IS_MODEL = { live: 'isModel', backup: 'isModelOfBackup', file: 'isModelOfFile' } as const
const GONE = 404
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
