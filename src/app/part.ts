import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import { loadAllTexts } from '#i18n/i18n.ts'

/** A component whose code comes when it is needed. */
export interface Part<Props> {
  load(): Promise<void>
  current(): ComponentType<Props> | undefined
  subscribe(arrived: () => void): () => void
}

/**
 * Instead of `lazy`: a part that is there is drawn at once, whereas React shows a fallback first and then holds back
 * what replaces it for 300 ms.
 */
export function partOf<Props>(fetchPart: () => Promise<ComponentType<Props>>): Part<Props> {
  const listeners = new Set<() => void>()
  let current: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  return {
    load: () => {
      coming ??= fetchPart().then(
        (part) => {
          current = part
          for (const arrived of listeners) arrived()
        },
        (error: unknown) => {
          // Whoever asks next tries again.
          coming = undefined
          throw error
        },
      )
      return coming
    },
    current: () => current,
    subscribe(arrived) {
      listeners.add(arrived)
      return () => void listeners.delete(arrived)
    },
  }
}

/** The component once it has arrived. */
export function usePart<Props>(part: Part<Props>): ComponentType<Props> | undefined {
  const component = useSyncExternalStore(part.subscribe, part.current)
  useEffect(() => {
    if (!component) part.load().catch(reportError)
  }, [part, component])
  return component
}

/** Code that comes when it is needed, with its words: what is drawn first does without them. */
export async function withTexts<T>(coming: Promise<T>): Promise<T> {
  const [part] = await Promise.all([coming, loadAllTexts()])
  return part
}
