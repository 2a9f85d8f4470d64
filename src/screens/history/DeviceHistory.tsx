import { Suspense, useEffect, useState } from 'react'
import { dayOf, rangeOfDays } from '#engine/charts/model/range.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { type BlockProps, useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useDevice, useDevices, useLink } from '#engine/property/state/useHome.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { type Text, useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import styles from './history.module.css'
import { firstOf, recordablesOf } from './recordable.ts'
import { useView } from './use-view.ts'

const Course = lazy(async () => ({ default: (await import('./Course.tsx')).Course }))
const LOADING = <Skeleton height="420px" />

/** How many states stand below the first number where nobody has chosen. */
const STATES = 3

/** What a device did (spec 2 §2: /dashboard_chart/{id}), and others beside it. */
export default function DeviceHistory({ params, screen }: BlockProps) {
  const text = useText()
  const { t, say } = text
  const { definitions } = useEngine()
  const { complete } = useDevices()
  const { state, retry } = useLink()
  const id = params.id ?? ''
  const device = useDevice(id)
  const parent = screen?.parent === undefined ? undefined : definitions.screen(screen.parent)
  const devices = definitions.screen('quick_controls')
  // While the home connects; that it did not come is told where it is drawn.
  useEffect(() => void Course.load().catch(() => {}), [])
  if (device?.layout) return <Drawn key={id} device={device} parent={parent} />
  if (!device && complete && state !== 'connecting')
    return (
      <EmptyState
        whole
        icon="device"
        tone="plain"
        title={t('history.gone')}
        action={
          devices && (
            <a href={hrefOf(devices)} {...buttonLook({})}>
              {t('history.toDevices')}
            </a>
          )
        }
      />
    )
  return (
    <>
      <PageHeader
        title={device ? t('history.of', { name: device.name }) : t('history.values')}
        crumb={device && crumbOf(parent, device, say)}
      />
      {state === 'failed' ? (
        <ErrorState title={t('history.failedTitle')} onRetry={retry}>
          {failureText({ code: 'OFFLINE' }, text)}
        </ErrorState>
      ) : (
        LOADING
      )}
    </>
  )
}

/** The page: a week of what the device is for. */
function Drawn({ device, parent }: { device: DeviceHead; parent: ScreenHead | undefined }) {
  const { t, say } = useText()
  const { definitions, situation } = useEngine()
  const zone = useHomeZone()
  const times = useTimes(zone)
  const now = useNow()
  const shown = useView(dayOf(now, zone))
  const { first, last } = shown.view.days
  const [choosing, setChoosing] = useState(false)
  const own = recordablesOf(device)
  const machine = definitions.screen('time_machine')
  return (
    <>
      <PageHeader
        title={t('history.of', { name: device.name })}
        crumb={crumbOf(parent, device, say)}
        context={times.days(rangeOfDays(first, last, zone))}
        actions={
          <>
            {machine && situation.gateway?.connectionStatus !== 'offline' && (
              <a href={`${hrefOf(machine)}?${new URLSearchParams({ of: device.id })}`} {...buttonLook({})}>
                {t('past.open')}
              </a>
            )}
            {own.length > 0 && (
              <Button icon="plus" onClick={() => setChoosing(true)}>
                {t('history.values')}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.notice}>
        <LinkNotice gone={situation.gateway?.connectionStatusSince} />
      </div>
      <Suspense fallback={LOADING}>
        <Course {...{ device, shown, choosing, setChoosing }} usual={firstOf(own, STATES)} />
      </Suspense>
    </>
  )
}

/** Back to the device, or to the page that names many. */
const crumbOf = (parent: ScreenHead | undefined, { id, name }: DeviceHead, say: Text['say']) =>
  parent && {
    label: parent.route.includes(':id') ? name : say(`screens.${parent.id}.title`),
    href: parent.route.includes(':id') ? hrefOf(parent, { id }) : hrefOf(parent),
  }
