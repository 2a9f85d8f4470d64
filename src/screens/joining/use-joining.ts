import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import type { Refused, Row } from '#engine/ports.ts'
import { useLink } from '#engine/property/state/useHome.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import type { NetworkState } from '#schemas/generated/entities/network-state.ts'
import type { WiseRow } from '#schemas/generated/entities/wise-row.ts'
import { type Joining, joiningAfter, opening } from './joining.ts'

export interface JoiningNow {
  joining: Joining
  /** Why the network did not open. */
  refused: Refused | undefined
  /** Opens it again. */
  again(): void
  close(): void
}

/** Whether an open network is the one that this wizard would open: somebody of this home has, perhaps before a reload. */
function isOf({ state, type, network, devices = [] }: Partial<NetworkState>, form: Row): boolean {
  if ((state !== 'open' && state !== 'closing') || type !== 'inclusion') return false
  if (form.network !== undefined && form.network !== network) return false
  const expected = Array.isArray(form.rows)
    ? (form.rows as WiseRow[]).map(({ deviceId }) => deviceId)
    : typeof form.deviceId === 'string'
      ? [form.deviceId]
      : []
  return expected.length === 0 || devices.some(({ address }) => expected.includes(address))
}

/**
 * Opens the network as the wizard says, follows what happens, and leaves it closed. Where `expected` devices are waited for
 * it goes on without a page: nobody else can join, and the job centre follows it.
 */
export function useJoining(expected: boolean): JoiningNow {
  const { onEvent } = useEngine()
  const { source } = usePorts()
  const { call, form, begun: resumed, begin } = useWizard()
  const { state: link } = useLink()
  const [joining, setJoining] = useState<Joining>(opening)
  const [refused, setRefused] = useState<Refused>()
  const [attempt, setAttempt] = useState(0)
  const begun = useRef(-1)
  const isOpen = useRef(false)
  const live = link === 'live'

  const take = useEffectEvent((event: string, data: unknown) =>
    setJoining((before) => joiningAfter(before, event, data)),
  )
  const ask = () => source.ask('network_timeout', {})
  const look = useEffectEvent(async () => take('network_state_changed', await ask()))
  const open = useEffectEvent(async () => {
    const done = await call('open')
    if (!done) return
    if (done.result.ok) {
      isOpen.current = true
      begin()
      const { remaining, timeout } = done.result.data as Pick<NetworkState, 'remaining' | 'timeout'>
      setJoining((before) =>
        before.network === 'opening' ? { ...before, network: 'open', told: { remaining, timeout } } : before,
      )
      // What happened before anybody listened.
      if (live) await look().catch(() => {})
    } else setRefused(done.result)
  })
  /** Goes on with what is going on, or has come to an end while the page was loaded anew; else opens the network. */
  const resume = useEffectEvent(async () => {
    const state = live ? await ask().catch(() => undefined) : undefined
    const own = state !== undefined && isOf(state, form)
    if (!own && !(resumed && state?.state === 'closed')) return await open()
    isOpen.current = own
    take('network_state_changed', state)
    if (own && !resumed) begin()
  })
  const leave = useEffectEvent(() => {
    if (isOpen.current && !expected) void call('close')
    isOpen.current = false
  })

  useEffect(() => onEvent?.(take), [onEvent])
  // React tries effects twice while it is developed: the network is opened once.
  useEffect(() => {
    if (begun.current === attempt) return
    // What has become of it, only the gateway can say.
    if (attempt === 0 && resumed && !live) return
    begun.current = attempt
    void (attempt === 0 ? resume() : open())
  }, [attempt, resumed, live])
  // Whoever leaves the step leaves no open door behind.
  useEffect(() => leave, [])
  // What was told while the connection was cut is asked for.
  const wasCut = useRef(false)
  useEffect(() => {
    if (!live) wasCut.current = true
    else if (wasCut.current) {
      wasCut.current = false
      look().catch(() => {})
    }
  }, [live])

  return {
    joining,
    refused,
    again() {
      setRefused(undefined)
      setJoining(({ newcomers }) => ({
        ...opening,
        newcomers: newcomers.filter(({ phase }) => phase === 'added'),
      }))
      setAttempt(attempt + 1)
    },
    close: () => void call('close'),
  }
}
