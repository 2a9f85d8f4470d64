import { type ReactNode, useEffect, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { useChosen } from '#engine/choosing/use-chosen.ts'
import { writtenWindow } from '#engine/choosing/WindowFields.tsx'
import { numberLimit, useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import type { BulkContent } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import { takenContent } from '#session/twin.ts'
import { Button } from '#ui/Button.tsx'
import { Tabs } from '#ui/menu/Tabs.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Board } from '#ui/page/Board.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePhone } from '#ui/use-phone.ts'
import { rules } from '../causes.ts'
import { useRoutes } from '../use-routes.ts'
import { Content, type OneType } from './Content.tsx'
import { contentOf, contentsIn, emptyDrafts, together } from './drafts.ts'
import { Figures } from './Figures.tsx'
import { Gateways } from './Gateways.tsx'
import { Plan } from './Plan.tsx'
import { usePartWords } from './part-words.ts'
import { Running, type RunOptions, WAVES } from './Running.tsx'

const BAD = 400
/** The parts of the page; where they do not fit beside each other each has a tab (spec 3 §2). */
const PARTS = ['gateways', 'content', 'plan', 'run'] as const
type Part = (typeof PARTS)[number]

interface Planned {
  plan: BulkPlan
  /** What it is of. */
  of: string
}

interface Begins {
  content: BulkContent
  devices: readonly string[]
}

/** A new operation. It may begin with what gateways lack of their golden home (decision 0215), or with what was tried in a twin. */
export function BulkCreate() {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const { crumb } = useRoutes()
  const [{ goldenId, ...where }] = useState(paramsOf(useAddress()[0]))
  const asked = goldenId !== undefined ? { goldenId, ...where } : undefined
  const begins = useQuery({
    queryKey: rowsKey('readDriftReturn', asked),
    enabled: asked !== undefined,
    // What is chosen once stays so, whatever is compared meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => source.load('readDriftReturn', asked ?? { goldenId: '' }, signal),
  })
  const [taken] = useState(takenContent.current)
  useEffect(() => takenContent.set(undefined), [])
  if (!asked) return <NewOperation {...(taken && { begins: { content: taken, devices: [] } })} />
  if (begins.isSuccess) return <NewOperation begins={begins.data} />
  return (
    <>
      <PageHeader title={t('bulk.new')} crumb={crumb} />
      {begins.isError ? (
        <ErrorState title={t('bulk.fromGolden')} onRetry={() => void begins.refetch()}>
          {failureText(begins.error, text)}
        </ErrorState>
      ) : (
        <Skeleton height="28rem" />
      )}
    </>
  )
}

const firstType = ([first]: readonly BulkContent[]): OneType | undefined =>
  first && first.content_type !== 'set' ? first.content_type : undefined

const FIELDS = ['goldenId', 'aspect', 'key', 'things', 'house', 'place', 'serialNumber'] as const
const paramsOf = (search: URLSearchParams): { [F in (typeof FIELDS)[number]]?: string } =>
  Object.fromEntries(FIELDS.flatMap((field) => (search.has(field) ? [[field, search.get(field) ?? '']] : [])))

/** Which gateways, what they get, what that would change, and how it runs. Nothing is sent before the last press. */
function NewOperation({ begins }: { begins?: Begins }) {
  const text = useText()
  const { t } = text
  const { source } = usePorts()
  const { go, situation, definitions } = useEngine()
  const { log, crumb } = useRoutes()
  const client = useQueryClient()
  const choosing = useChosen(begins?.devices)
  const { devices } = choosing
  const [picked, setPicked] = useState<readonly BulkContent[]>(begins ? contentsIn(begins.content) : [])
  const [type, setType] = useState<OneType>(firstType(picked) ?? 'scn')
  const [planned, setPlanned] = useState<Planned>()
  const [busy, setBusy] = useState<'plan' | 'create'>()
  const [failure, setFailure] = useState<string>()
  const [begun, setBegun] = useState(false)
  const [open, setOpen] = useState<Part>('gateways')
  const phone = usePhone()
  const { contentName } = usePartWords()
  /** A set has the name that it came with, else that of its first. */
  const nameOf = (one: BulkContent | undefined, more: number): string =>
    begins?.content.content_type === 'set'
      ? begins.content.content_name
      : t('bulk.andMore', { name: one ? contentName(one) : '', count: more })
  const [options, setOptions] = useState<RunOptions>({
    ...{ name: '', canaries: [], waves: 'steps', waveGap: rules.waveGap, haltPercent: rules.haltPercent },
    ...{ retryNumber: numberLimit(definitions, 'bulkRetries'), perMinute: undefined, window: undefined },
  })
  const [first, ...others] = picked
  const content =
    type === 'opn'
      ? contentOf('opn', emptyDrafts, t('bulk.types.opn'))
      : together(picked, nameOf(first, others.length))
  const what = content && (content._id === undefined ? { content } : { contentId: content._id })
  const of = JSON.stringify([devices, what])
  const plan = planned?.plan
  const isFresh = planned?.of === of
  const ready = devices.length > 0 && content !== undefined
  const touched = devices.length > 0 || picked.length > 0 || options.name.trim() !== ''
  useUnsaved(touched && busy !== 'create' && !begun)
  const name = options.name.trim() || (content ? contentName(content) : '')
  const canaries = options.canaries.filter((one) => devices.includes(one))

  const run = async (): Promise<void> => {
    if (!what) return
    setBusy('plan')
    setOpen('plan')
    setFailure(undefined)
    const answer = await source.call(
      'planCampaign',
      { ...what, devices: [...devices] as never },
      { told: ['other'] },
    )
    setBusy(undefined)
    if (!answer.ok) return setFailure(failureText(answer, text))
    setPlanned({ plan: answer.data, of })
    setOptions((before) => ({
      ...before,
      canaries: answer.data.canaries.map(({ serialNumber }) => serialNumber),
    }))
  }

  const start = async (): Promise<void> => {
    if (devices.length === 0) return setFailure(t('bulk.noSerialNumbers'))
    if (!what) return
    setBusy('create')
    setFailure(undefined)
    const { waves, waveGap, haltPercent, retryNumber, perMinute, window } = options
    const answer = await source.call(
      'createCampaign',
      {
        ...{ operation_name: name, ...what, userId: situation.session.id ?? '', devices: [...devices] },
        campaignOptions: {
          ...{
            canaries: [...canaries],
            waves: [...WAVES[waves]] as never,
            waveGap,
            haltPercent,
            retryNumber,
          },
          ...(perMinute !== undefined && { perMinute }),
          ...(window && { window: writtenWindow(window) }),
        },
      },
      { told: ['other'] },
    )
    setBusy(undefined)
    // spec 3 §8: the first thing that is wrong, or that it did not work at all; nor has it without an operation.
    if (!answer.ok || !answer.data?._id) {
      const said = !answer.ok && answer.status === BAD ? failureText(answer, text) : t('bulk.notBegun')
      toasts.show({ text: said, tone: 'danger' })
      return setFailure(said)
    }
    toasts.show({ text: t('bulk.inQueue') })
    void client.invalidateQueries({ queryKey: rowsKey('searchCampaigns') })
    setBegun(true)
  }

  // spec 3 §4: it is read that it is in the queue before the log opens.
  const wait = numberLimit(definitions, 'bulkNavigationDelay')
  useEffect(() => {
    if (!begun) return
    const timer = setTimeout(() => go?.(log), wait)
    return () => clearTimeout(timer)
  }, [begun, go, log, wait])

  const leaveOut = async (code: string): Promise<void> => {
    const some = plan?.causes.find((cause) => cause.code === code)
    if (!some) return
    choosing.leaveOut(some.devices ?? [])
  }

  const labels: Readonly<Record<Part, string>> = {
    ...{ gateways: t('choosing.gateways'), content: t('bulk.content') },
    ...{ plan: t('bulk.parts.plan'), run: t('bulk.parts.run') },
  }
  const part = (id: Part, children: ReactNode) => <div hidden={phone && id !== open}>{children}</div>

  return (
    <>
      <PageHeader
        title={
          name === '' || devices.length === 0
            ? t('bulk.new')
            : t('bulk.newFor', { name, count: devices.length })
        }
        crumb={crumb}
        context={t('bulk.nothingSent')}
        actions={
          isFresh ? (
            <Button
              look="main"
              icon="play"
              busy={busy === 'create'}
              disabled={begun || name === ''}
              onClick={() => void start()}
            >
              {canaries.length > 0
                ? t('bulk.start', { count: canaries.length })
                : t('bulk.startAll', { count: devices.length })}
            </Button>
          ) : (
            <Button
              look="main"
              icon="refresh"
              busy={busy === 'plan'}
              disabled={!ready}
              onClick={() => void run()}
            >
              {t('bulk.plan.run')}
            </Button>
          )
        }
      />
      {failure && (
        <Notice tone="danger" urgent>
          {failure}
        </Notice>
      )}
      {plan && isFresh && <Figures plan={plan} />}
      {phone && (
        <Tabs
          label={t('bulk.parts.all')}
          tabs={PARTS.map((id) => ({ id, label: labels[id] }))}
          value={open}
          choose={(id) => setOpen(id)}
        />
      )}
      <Board
        beside={part(
          'run',
          <Running
            options={{ ...options, canaries }}
            onChange={setOptions}
            plan={isFresh ? plan : undefined}
            count={devices.length}
            type={type}
          />,
        )}
      >
        {part('gateways', <Gateways choosing={choosing} />)}
        {part('content', <Content type={type} onType={setType} contents={picked} onContents={setPicked} />)}
        {part(
          'plan',
          <Plan
            plan={plan}
            isFresh={isFresh}
            busy={busy === 'plan'}
            ready={ready}
            content={content}
            onRun={() => void run()}
            onLeaveOut={(code) => void leaveOut(code)}
          />,
        )}
      </Board>
    </>
  )
}
