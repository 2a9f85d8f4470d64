import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import type { Refused } from '#engine/ports.ts'
import { useAllDevices } from '#engine/property/state/useHome.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { useText } from '#i18n/useText.ts'
import type { NetworkState } from '#schemas/generated/entities/network-state.ts'
import { Button } from '#ui/Button.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { Notice } from '#ui/Notice.tsx'
import { DevicePicker } from '../DevicePicker.tsx'
import { type Joining, joiningAfter, opening } from '../joining.ts'
import { NetworkTimer } from '../NetworkTimer.tsx'
import { Newcomers } from '../Newcomers.tsx'
import styles from './IncludeStep.module.css'

/** spec 2 §4: statuses of a replacement that this step waits for. */
const FAILED = 2
const MATCHED = 3
const MISMATCH = 4

type Way = 'join' | 'there'

/** Which device takes the place: the next one that joins, or one that is there already. */
export function SuccessorStep() {
  const { t, say } = useText()
  const { form, goOn, back, call } = useWizard()
  const { source } = usePorts()
  const { onEvent } = useEngine()
  const heads = useAllDevices()
  const [way, setWay] = useState<Way>('join')
  const [joining, setJoining] = useState<Joining>()
  const [failure, setFailure] = useState<string>()
  const isOpen = useRef(false)
  const old = heads?.find(({ id }) => id === form.device)

  const hear = useEffectEvent((event: string, data: unknown) => {
    setJoining((before) => before && joiningAfter(before, event, data))
    if (event !== 'device_replacement') return
    const { device_id, new_device_id, status } = data as {
      device_id: string
      new_device_id?: string
      status: number
    }
    if (device_id !== form.device) return
    if (status === MATCHED) {
      isOpen.current = false
      goOn({ successor: new_device_id })
    }
    if (status === MISMATCH) setFailure(t('joining.replace.mismatch'))
    if (status === FAILED) setFailure(t('joining.replace.missed'))
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  const close = useEffectEvent(() => {
    if (isOpen.current) void call('close')
    isOpen.current = false
  })
  useEffect(() => close, [])

  const refused = ({ code }: Refused): void => {
    setJoining(undefined)
    setFailure(say(`joining.refusal.${code}`) || say(`codes.${code}`) || t('joining.replace.refused'))
  }

  async function join(): Promise<void> {
    setFailure(undefined)
    setJoining(opening)
    const done = await call('open')
    if (!done?.result.ok) {
      if (done) refused(done.result as Refused)
      return
    }
    isOpen.current = true
    const { remaining, timeout } = done.result.data as Pick<NetworkState, 'remaining' | 'timeout'>
    setJoining((before) => before && { ...before, network: 'open', told: { remaining, timeout } })
  }

  async function take(successor: string): Promise<void> {
    setFailure(undefined)
    const device_id = String(form.device)
    const result = await source.order('replace_device', { device_id, new_device_id: successor })
    if (!result.ok) refused(result)
  }

  const busy = joining !== undefined && joining.network !== 'closed'
  return (
    <div className={styles.step}>
      {old && <p>{t('joining.replace.which', { name: old.name })}</p>}
      <Segments
        label={t('joining.replace.way')}
        value={way}
        onChange={(id) => setWay(id === 'there' ? 'there' : 'join')}
        segments={[
          { id: 'join', label: t('joining.replace.join'), disabled: busy },
          { id: 'there', label: t('joining.replace.there'), disabled: busy },
        ]}
      />
      {failure !== undefined && (
        <Notice tone="danger" urgent>
          {failure}
        </Notice>
      )}
      {way === 'join' && (
        <>
          {joining ? <NetworkTimer joining={joining} /> : <p>{t('joining.replace.joinText')}</p>}
          {joining && <Newcomers newcomers={joining.newcomers} />}
        </>
      )}
      {way === 'there' && (
        <>
          <p>{t('joining.replace.thereText')}</p>
          <DevicePicker
            heads={heads?.filter(
              ({ id, type, status }) => id !== form.device && type === old?.type && status !== 6,
            )}
            onChoose={({ id }) => void take(id)}
          />
        </>
      )}
      <div className={styles.ways}>
        {back && <Button onClick={back}>{t('engine.wizard.back')}</Button>}
        {way === 'join' && busy && <Button onClick={() => void call('close')}>{t('joining.stop')}</Button>}
        {way === 'join' && !busy && (
          <Button look="main" icon="search" onClick={() => void join()}>
            {t(failure === undefined ? 'joining.replace.open' : 'joining.again')}
          </Button>
        )}
      </div>
    </div>
  )
}
