/** Code that comes when it is needed. */
export interface Part<T> {
  load(): Promise<void>
  current(): T | undefined
  subscribe(arrived: () => void): () => void
}

/**
 * Instead of `lazy`: a part that is there is drawn at once, whereas React shows a fallback first and then holds back
 * what replaces it for 300 ms.
 */
export function partOf<T>(fetchPart: () => Promise<T>): Part<T> {
  const listeners = new Set<() => void>()
  let current: T | undefined
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
