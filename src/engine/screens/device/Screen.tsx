import { useState } from 'react'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { useText } from '#i18n/useText.ts'
import type { DeviceScreen } from '#schemas/generated/definitions/screen.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { hrefOf } from '../../href.ts'
import { useDevice, useDevices, useLink, useStaleSince } from '../../property/state/useHome.ts'
import { DevicePage } from './DevicePage.tsx'
import { DeviceSkeleton } from './DeviceSkeleton.tsx'

/** Everything about one device; also says so when there is none, or when it goes while the page is open. */
export function Screen({ screen, params }: ScreenProps<DeviceScreen>) {
  const { definitions } = useEngine()
  const id = params.id ?? ''
  const device = useDevice(id)
  const { complete } = useDevices()
  const staleSince = useStaleSince()
  const { state } = useLink()
  const runner = useActions()
  const parent = screen.parent === undefined ? undefined : definitions.screen(screen.parent)
  const back = parent && hrefOf(parent)
  const [seen, setSeen] = useState<{ id: string; name: string }>()
  if (device && (seen?.id !== id || seen.name !== device.name)) setSeen({ id, name: device.name })

  const drawn = () => {
    if (device) return <DevicePage key={id} screen={screen} device={device} back={back} runner={runner} />
    // What was fetched may be of a home that was just coming up: only what is heard from it is sure.
    const sure = complete && (state === 'live' || state === 'offline' || seen?.id === id)
    if (!sure) return staleSince === undefined ? <DeviceSkeleton /> : <Unreached since={staleSince} />
    return <Missing id={id} name={seen?.id === id ? seen.name : undefined} back={back} />
  }
  return (
    <>
      {drawn()}
      {/* A dialog outlives the device that it is about: it may be what takes it away. */}
      {runner.overlays}
    </>
  )
}

/** Without a connection nobody knows whether there is such a device: it says so rather than load for ever (U-05). */
function Unreached({ since }: { since: number }) {
  const { t } = useText()
  const moment = useHomeMoment()
  const { retry } = useLink()
  return (
    <EmptyState
      whole
      icon="offline"
      tone="plain"
      title={t('device.page.unreachedTitle')}
      action={<Button onClick={retry}>{t('device.link.retry')}</Button>}
    >
      {t('device.disabled.link', { since: moment(since, Date.now()) })}
    </EmptyState>
  )
}

function Missing({ id, name, back }: { id: string; name: string | undefined; back: string | undefined }) {
  const { t } = useText()
  return (
    <EmptyState
      whole
      icon="device"
      tone="plain"
      title={name === undefined ? t('device.page.unknownTitle') : t('device.page.removedTitle', { name })}
      action={
        back !== undefined && (
          <a href={back} {...buttonLook({})}>
            {t('device.page.toDevices')}
          </a>
        )
      }
    >
      {name === undefined ? t('device.page.unknown', { id }) : t('device.page.removed')}
    </EmptyState>
  )
}
