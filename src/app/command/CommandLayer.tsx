import { Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useEngine } from '#engine/engine.ts'
import { isTyping } from '#lib/typing.ts'
import { useReturnedFocus } from '#ui/dialog/use-returned-focus.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { msLimit, routeOf } from '../definitions.ts'
import { withTexts } from '../part.ts'
import { opened, typedAhead } from './opened.ts'
import { carriedOut, plainKeys } from './shortcuts.ts'
import { isPlain, Sequence, strokeOf } from './strokes.ts'

const Palette = lazy(() => withTexts(import('./Palette.tsx')))
const KeyMap = lazy(() => withTexts(import('./KeyMap.tsx')))

/** Listens for the keys of the catalogue and draws what they open. */
export function CommandLayer() {
  const { situation, go } = useEngine()
  const shown = useSyncExternalStore(opened.subscribe, opened.current)
  useReturnedFocus(shown !== undefined)
  const [sequence] = useState(() => new Sequence(msLimit('keySequence')))
  useEffect(() => () => opened.set(undefined), [])

  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('[aria-modal="true"]')) return
    const stroke = strokeOf(event)
    if (opened.current() === 'palette' && isPlain(stroke) && event.key.length === 1) {
      event.preventDefault()
      typedAhead.add(event.key)
      return
    }
    if (isPlain(stroke) && (isTyping(event.target) || event.altKey)) return
    const known = carriedOut(situation, plainKeys.current())
    const done = known.get(sequence.press(stroke, event.timeStamp, new Set(known.keys())) ?? '')
    if (!done) return
    event.preventDefault()
    if ('goto' in done) go?.(routeOf(done.goto))
    else {
      typedAhead.take()
      opened.set(done.opens)
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const close = (): void => opened.set(undefined)
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={close} />}
      {shown === 'keys' && <KeyMap onClose={close} />}
    </Suspense>
  )
}
