import { type RefObject, startTransition, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Sight } from '../../property/state/sight.ts'

type Listener = (inside: boolean) => void

/** Tells elements when they come nearer to the window than a margin, and when they leave. */
class Surroundings {
  readonly #listeners = new WeakMap<Element, Listener>()
  readonly #margin: string
  #observer: IntersectionObserver | undefined

  constructor(margin: string) {
    this.#margin = margin
  }

  watch(element: Element, listener: Listener): () => void {
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) this.#listeners.get(target)?.(isIntersecting)
      },
      { rootMargin: this.#margin },
    )
    this.#listeners.set(element, listener)
    this.#observer.observe(element)
    return () => {
      this.#observer?.unobserve(element)
      this.#listeners.delete(element)
    }
  }
}

/** Tiles this far outside of the window count as seen, so that scrolling shows no old values. */
const seen = new Surroundings('240px')
/** Tiles as far outside as two windows are drawn, so that scrolling finds them there. */
const near = new Surroundings('200%')

const canWatch = (): boolean => 'IntersectionObserver' in globalThis

/** Tiles of which only the name stands there. */
const undrawn = new Set<() => void>()
// Paper shows all of them.
window.addEventListener('beforeprint', () =>
  flushSync(() => {
    for (const draw of undrawn) draw()
  }),
)

/** Whether a group of tiles is in or near the window. Only then the browser has to look where each of them is. */
export function useNear(ref: RefObject<Element | null>, first: boolean): boolean {
  const [isNear, setNear] = useState(() => first || !canWatch())
  useEffect(() => {
    if (ref.current && canWatch()) return near.watch(ref.current, setNear)
  }, [ref])
  return isNear
}

interface Sighted {
  /** Whether it is in sight, or so little outside that scrolling would show it; true where nothing can say so. */
  inSight: boolean
  /** Whether all of it is drawn: what is far down is so once it has come near the window. */
  drawn: boolean
  /** What listens in it sleeps while it is out of sight. */
  sight: Sight
}

export function useInSight(ref: RefObject<Element | null>, far: boolean, groupNear: boolean): Sighted {
  const [waits] = useState(() => far && canWatch())
  const [sight] = useState(() => new Sight(!waits))
  const [inSight, setInSight] = useState(!waits)
  const [drawn, setDrawn] = useState(!waits)
  useEffect(() => {
    if (drawn) return
    const draw = (): void => setDrawn(true)
    undrawn.add(draw)
    return () => void undrawn.delete(draw)
  }, [drawn])
  useEffect(() => {
    if (!ref.current || !canWatch()) return
    const turn = (now: boolean): void => {
      sight.turn(now)
      setInSight(now)
    }
    if (!groupNear) turn(false)
    else if (drawn) return seen.watch(ref.current, turn)
    else return near.watch(ref.current, (now) => now && startTransition(() => setDrawn(true)))
  }, [ref, groupNear, drawn, sight])
  return { inSight, drawn, sight }
}
