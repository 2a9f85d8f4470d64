import { createContext } from 'react'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import type { DeviceHead } from '../../ports.ts'

export interface Fault {
  error: unknown
  /** Name of the device. */
  device: string
  property?: string
  /** Whose definition is at fault. */
  head?: DeviceHead | undefined
  placed?: Placed | undefined
  /** unknown: nothing has failed, but no widget of this version knows the value. */
  phase: 'render' | 'event' | 'async' | 'unknown'
}

/** Takes faults of widgets, each once (U-01). src/app may hand in its log; the default is the browser's own. */
export const ReportContext = createContext<(fault: Fault) => void>(({ error, phase }) => {
  // What happened in an event has gone to the window already.
  if (phase !== 'event' && phase !== 'unknown') reportError(error)
})

/** One widget on screen: where the faults of its events go. */
export interface Scope {
  fault(error: unknown): void
}

const seen = new WeakSet<object>()
let current: { scope: Scope; event: Event } | undefined
let watchers = 0

/** True the first time an error is met. */
export function firstTime(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true
  if (seen.has(error)) return false
  seen.add(error)
  return true
}

/** An event is about to reach this widget's own handlers. */
export function entered(scope: Scope, event: Event): void {
  current = { scope, event }
}

/**
 * React hands faults of event handlers to the window; only there can they be met. What fails when the event is over
 * (its phase says so) is none of the widget's.
 */
const onError = ({ error }: ErrorEvent): void => {
  if (current && current.event.eventPhase !== Event.NONE && firstTime(error)) current.scope.fault(error)
}

/** Watches for faults of event handlers while any widget is on screen. */
export function watchFaults(): () => void {
  watchers += 1
  if (watchers === 1) addEventListener('error', onError)
  return () => {
    watchers -= 1
    if (watchers === 0) removeEventListener('error', onError)
  }
}

/** Runs what a widget asks for, whenever it does; a fault goes where its boundary sees it. */
export function guarded(run: () => void, fail: (error: unknown) => void): void {
  try {
    run()
  } catch (error) {
    fail(error)
  }
}
