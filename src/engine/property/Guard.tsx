import {
  Component,
  type ReactNode,
  type SyntheticEvent,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useText } from '#i18n/useText.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MissingContext } from '#ui/parts/lazy.ts'
import type { DeviceHead } from '../ports.ts'
import styles from './Guard.module.css'
import { entered, type Fault, firstTime, ReportContext, type Scope, watchFaults } from './state/faults.ts'
import { useLink } from './state/useHome.ts'

interface BoundaryProps {
  caught(error: unknown): void
  children: ReactNode
}

/** React catches faults of rendering and effects only in a class. */
class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.caught(error)
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}

/** A fault of a timer or a promise, thrown where the boundary above sees it. */
class AsyncFault extends Error {}

/** Lets what runs later fail where it belongs: the next paint throws it. */
export function useAsyncFaults(): (error: unknown) => void {
  const [fault, setFault] = useState<AsyncFault>()
  if (fault) throw fault
  return (error) => setFault(new AsyncFault('What a widget did later failed', { cause: error }))
}

/** What failed later may have failed for want of a connection: it is tried again when that is back. */
function AgainWhenBack({ again }: { again(): void }) {
  const live = useLink().state === 'live'
  const before = useRef(live)
  const retry = useEffectEvent(again)
  useEffect(() => {
    if (live && !before.current) retry()
    before.current = live
  }, [live])
  return null
}

interface Props {
  /** Name of the device, for people. */
  device: string
  /** Label of the property; absent for a whole tile. */
  property?: string
  /** Whose definition is at fault; for the report alone. */
  head?: DeviceHead
  placed?: Placed
  children: ReactNode
}

/**
 * Keeps a fault where it happened (U-01): in rendering and effects by a boundary, in events by the window's own
 * handler, in what is sent later by throwing it at the next paint. The card names the device and offers to try
 * again; siblings never notice.
 */
export function Guard({ device, property, head, placed, children }: Props) {
  const report = use(ReportContext)
  const [{ attempt, failed }, setState] = useState<{ attempt: number; failed?: Fault['phase'] }>({
    attempt: 0,
  })
  const again = () => setState((now) => ({ attempt: now.attempt + 1 }))

  const fail = useMemo(
    () => (error: unknown, phase: Fault['phase']) => {
      report({ error, device, property, head, placed, phase })
      setState((now) => ({ ...now, failed: phase }))
    },
    [report, device, property, head, placed],
  )
  const scope = useMemo<Scope>(() => ({ fault: (error) => fail(error, 'event') }), [fail])
  useEffect(watchFaults, [])

  if (failed)
    return (
      <>
        <FaultCard device={device} property={property} retry={again} />
        {failed === 'async' && <AgainWhenBack again={again} />}
      </>
    )
  const enter = ({ nativeEvent }: SyntheticEvent) => entered(scope, nativeEvent)
  return (
    <div
      data-guard=""
      style={{ display: 'contents' }}
      onClickCapture={enter}
      onPointerDownCapture={enter}
      onPointerMoveCapture={enter}
      onPointerUpCapture={enter}
      onKeyDownCapture={enter}
      onChangeCapture={enter}
      onFocusCapture={enter}
      onBlurCapture={enter}
    >
      <Boundary
        key={attempt}
        caught={(caught) => {
          const error = caught instanceof AsyncFault ? caught.cause : caught
          const phase = caught instanceof AsyncFault ? 'async' : 'render'
          if (firstTime(error)) fail(error, phase)
          else setState((now) => ({ ...now, failed: phase }))
        }}
      >
        <MissingContext value={undefined}>{children}</MissingContext>
      </Boundary>
    </div>
  )
}

interface FaultCardProps {
  device: string
  property: string | undefined
  retry(): void
}

/** Stands where a widget or a tile has failed. */
function FaultCard({ device, property, retry }: FaultCardProps) {
  const { t } = useText()
  return (
    <div className={styles.card} role="status">
      <Icon name="alert" size="small" />
      <p title={t('device.fault.told')}>
        {property
          ? t('device.fault.property', { property, name: device })
          : t('device.fault.tile', { name: device })}
      </p>
      <Button size="dense" onClick={retry}>
        {t('device.fault.retry')}
      </Button>
    </div>
  )
}
