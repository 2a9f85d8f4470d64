import { useEffect, useEffectEvent, useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import type { DeviceHead, Refused } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import type { NetworkState } from '#schemas/generated/entities/network-state.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { type Joining, joiningAfter, opening } from './joining.ts'
import { NetworkTimer } from './NetworkTimer.tsx'

/** spec 2 §4: a Z-Wave device that is online leaves by itself; any other node is taken out. */
const leavesByItself = ({ networkType, status }: DeviceHead): boolean =>
  networkType === 'zwave' && status === 2

type Phase = 'ask' | 'working' | 'open' | 'failed' | 'gone'

interface Props {
  device: DeviceHead
  /** `gone` once the device has left. */
  onClose(gone: boolean): void
}

/** Takes a device out of its network, by force where it does not answer. */
export function ExcludeDialog({ device, onClose }: Props) {
  const { t, say } = useText()
  const { source } = usePorts()
  const { onEvent } = useEngine()
  const [phase, setPhase] = useState<Phase>('ask')
  const [joining, setJoining] = useState<Joining>(opening)
  const [failure, setFailure] = useState<string>()
  const { name } = device
  const byItself = leavesByItself(device)

  const hear = useEffectEvent((event: string, data: unknown) => {
    // spec 2 §4: device_removed advances the wizard.
    if (event === 'device_removed' && (data as { device_id?: unknown }).device_id === device.id) {
      setPhase('gone')
      return
    }
    if (event !== 'network_state_changed' || phase !== 'open') return
    setJoining((before) => joiningAfter(before, event, data))
    const { state, reason } = data as NetworkState
    if (state !== 'closed' || reason === 'complete') return
    setFailure(t('joining.exclude.notLeft'))
    setPhase('failed')
  })
  useEffect(() => onEvent?.(hear), [onEvent])

  async function begin(): Promise<void> {
    setPhase('working')
    if (!byItself) return await remove('remove_failed_node')
    const result = await source.order('open_exclusion', { device_id: device.id })
    if (!result.ok) return fail(result)
    const { remaining, timeout } = result.data
    setJoining({ ...opening, network: 'open', told: { remaining, timeout } })
    setPhase((now) => (now === 'gone' ? now : 'open'))
  }

  async function remove(command: 'remove_failed_node' | 'force_remove_node'): Promise<void> {
    setPhase('working')
    const result = await source.order(command, { device_id: device.id })
    if (result.ok) setPhase('gone')
    else fail(result)
  }

  function fail({ code }: Refused): void {
    setFailure(
      code === '409' ? t('joining.exclude.busy') : say(`codes.${code}`) || t('joining.exclude.failed'),
    )
    setPhase((now) => (now === 'gone' ? now : 'failed'))
  }

  function leave(): void {
    if (phase === 'open') void source.order('close_network', {})
    onClose(phase === 'gone')
  }

  return (
    <Dialog
      open
      title={t(phase === 'gone' ? 'joining.exclude.goneTitle' : 'joining.exclude.title', { name })}
      onClose={leave}
      actions={
        phase === 'gone' ? (
          <Button look="main" onClick={leave}>
            {t('joining.exclude.done')}
          </Button>
        ) : (
          <>
            <Button onClick={leave}>{t('shell.cancel')}</Button>
            {phase === 'failed' ? (
              <Button look="destroy" onClick={() => void remove('force_remove_node')}>
                {t('joining.exclude.force')}
              </Button>
            ) : (
              phase !== 'open' && (
                <Button look="destroy" busy={phase === 'working'} onClick={() => void begin()}>
                  {t('joining.exclude.go')}
                </Button>
              )
            )}
          </>
        )
      }
    >
      {(phase === 'ask' || phase === 'working') && (
        <p>{t(byItself ? 'joining.exclude.byItself' : 'joining.exclude.taken')}</p>
      )}
      {phase === 'open' && (
        <>
          <NetworkTimer joining={joining} leaving />
          <p>{t('joining.exclude.press')}</p>
        </>
      )}
      {phase === 'failed' && (
        <>
          <Notice tone="danger" urgent>
            {failure}
          </Notice>
          <p>{t('joining.exclude.forceText')}</p>
        </>
      )}
      {phase === 'gone' && <p role="status">{t('joining.exclude.gone', { name })}</p>}
    </Dialog>
  )
}
