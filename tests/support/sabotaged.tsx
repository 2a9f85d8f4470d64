import { type ComponentType, createElement, useEffect, useLayoutEffect } from 'react'
import type { AnyWidget } from '#engine/widget.ts'

/** How a widget can fail. */
export type Phase = 'render' | 'layout effect' | 'effect' | 'event' | 'send'

/** Mended by the test before it presses "Show again". */
export const broken = { now: true }
const fail = () => {
  if (broken.now) throw new Error('Injected')
}

function Saboteur({ phase, inner, props }: { phase: Phase; inner: ComponentType<object>; props: object }) {
  if (phase === 'render') fail()
  useLayoutEffect(() => {
    if (phase === 'layout effect') fail()
  })
  useEffect(() => {
    if (phase === 'effect') fail()
  })
  const commit = (props as { commit(...value: unknown[]): void }).commit
  const later = () => setTimeout(() => commit({ service: 'Any', property: 'any' }, 1))
  return (
    <div>
      <button type="button" onClick={phase === 'event' ? fail : phase === 'send' ? later : undefined}>
        sabotage
      </button>
      {createElement(inner, props)}
    </div>
  )
}

const withFault =
  (phase: Phase, inner: ComponentType<object>): ComponentType<object> =>
  (props) => <Saboteur phase={phase} inner={inner} props={props} />

/** The widget with one fault in it; a fault in sending sits in its encode. */
export function sabotaged(widget: AnyWidget, phase: Phase): AnyWidget {
  const Component = withFault(phase, widget.Component as ComponentType<object>)
  // One that is for pages only is contained like any other.
  const places = ['head', 'tile', 'page'] as const
  if (widget.panel) return { ...widget, places, Component } as AnyWidget
  return { ...widget, places, Component, ...(phase === 'send' && { encode: fail }) } as AnyWidget
}

export const PHASES: readonly Phase[] = ['render', 'layout effect', 'effect', 'event', 'send']
